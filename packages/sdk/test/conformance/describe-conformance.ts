import { beforeAll, describe } from "vitest";
import { Caller, type ConformanceSubject } from "./conformance-subject.ts";
import { testDataCalls } from "./data-calls.ts";
import { testEnvelope } from "./envelope.ts";
import { testOpenid } from "./openid.ts";
import { testTeamTokens } from "./team-tokens.ts";
import { testUserTokens } from "./user-tokens.ts";

/**
 * Holds a platform to the part of the interface that the mock platform offers. Whatever passes may stand in for the real
 * server in an application's tests of it.
 *
 * @param prepare runs once; whatever it starts is to be stopped by the caller's own hook
 */
export function describeConformance(who: string, prepare: () => Promise<ConformanceSubject>): void {
  describe(`the interface as ${who} speaks it`, () => {
    let caller: Caller | undefined;
    beforeAll(async () => {
      caller = new Caller(await prepare());
    });
    const given = () => {
      if (caller === undefined) throw new Error("the subject is not prepared yet");
      return caller;
    };
    testEnvelope(given);
    testUserTokens(given);
    testTeamTokens(given);
    testDataCalls(given);
    testOpenid(given);
  });
}
