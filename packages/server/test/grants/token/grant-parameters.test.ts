import { describe, expect, it } from "vitest";
import { exchangeParameters, teamTokenParameters } from "../../support/flows.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

describe("the token path", () => {
  it("looks at a code only where the mode has one", async () => {
    const platform = await startTestPlatform();
    const reply = await platform.call("/api/oauth2/access_token", { ...teamTokenParameters, code: "" });
    expect(reply.code).toBe("OK");
  });

  it("misses the code where the mode needs one", async () => {
    const platform = await startTestPlatform();
    for (const code of ["", undefined]) {
      const reply = await platform.call("/api/oauth2/access_token", { ...exchangeParameters(""), code });
      expect(reply.error.type).toBe("invalid_argument");
    }
  });

  it("does not write down made-up appids without end", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "1" });
    const attempt = (index: number) =>
      platform.call("/api/oauth2/access_token", { ...teamTokenParameters, appid: `made_up_${index}` });
    const types: string[] = [];
    // They share one limit and so wait for each other: on a busy machine, the last of 150 would wait for longer than they may.
    for (let first = 0; first < 150; first += 10) {
      const replies = await Promise.all(Array.from({ length: 10 }, (_, index) => attempt(first + index)));
      types.push(...replies.map(({ error }) => error.type));
    }
    expect(types.filter((type) => type === "invalid_client")).toHaveLength(100);
    expect(types.filter((type) => type === "request_rate_limited")).toHaveLength(50);
    expect((await platform.call("/api/oauth2/access_token", teamTokenParameters)).code).toBe("OK");
  });
});
