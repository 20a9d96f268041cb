import { describe, expect, it, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { errorKinds, type ErrorType } from "../../src/errors.ts";
import { teamTokenParameters } from "../support/flows.ts";
import { provocations } from "../support/provocations.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectEnvelope, expectNothingInside, readReply } from "../support/safe-refusal.ts";
import { oauthSettings } from "../support/oauth.ts";
import { startTestPlatform } from "../support/test-platform.ts";

// The keys of the table are the types.
const errorTypes = Object.keys(provocations) as ErrorType[];

describe("the answer to a served call", () => {
  it("is an envelope of exactly four keys in their order, with its headers", async () => {
    const platform = await startTestPlatform();
    const reply = await readReply(
      platform.fetch(pathWithQuery("/api/oauth2/access_token", teamTokenParameters)),
    );
    const envelope = expectEnvelope(reply);
    expect(reply.status).toBe(200);
    expect(envelope).toMatchObject({ code: "OK", error: { type: "" } });
    expect(reply.headers.get("retry-after")).toBeNull();
  });

  it("has a request_id of its own, whatever the caller proposes", async () => {
    const platform = await startTestPlatform();
    const proposed = "00000000-0000-4000-8000-000000000000";
    const path = pathWithQuery("/api/oauth2/access_token", { ...teamTokenParameters, request_id: proposed });
    const ask = async () => readReply(platform.fetch(path, { headers: { "X-Request-Id": proposed } }));
    const ids = [await ask(), await ask()].map((reply) => expectEnvelope(reply).request_id);
    expect(new Set([...ids, proposed]).size).toBe(3);
  });
});

describe("the answer to a refused or failed call", () => {
  it("has one of the types that are listed here", () => {
    expect(errorTypes.toSorted()).toEqual(Object.keys(errorKinds).toSorted());
  });

  // Ten thousand members take PostgreSQL twenty seconds; the test of every call meets the limit there too.
  const provoked = errorTypes.filter((type) => !isOnPostgres() || type !== "exceed_user_limit");

  describe.each(provoked)("of the type %s", (type) => {
    const { code, semantic, status = 200, provoke } = provocations[type];

    // The setting changes the status alone, which no database has a part in.
    test.each(
      isOnPostgres()
        ? [["ok", status]]
        : [
            ["ok", status],
            ["semantic", semantic],
          ],
    )(
      "has its code, its status, empty data and nothing else, with errorStatus %s",
      async (errorStatus, expected) => {
        const platform = await startTestPlatform({ ...oauthSettings, errorStatus });
        const reply = await readReply(provoke(platform));
        const envelope = expectEnvelope(reply);
        expect(reply.status).toBe(expected);
        expect(envelope).toMatchObject({ code, error: { type } });
        expect(JSON.stringify(envelope.data)).toBe("{}");
        expectNothingInside(reply);
      },
    );
  });

  it("says after how many seconds to try again, where trying again helps", async () => {
    const platform = await startTestPlatform();
    for (const type of ["request_rate_limited", "storage_unavailable"] as const) {
      const reply = await provocations[type].provoke(platform);
      expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
  });

  it("is logged with its request_id, and the cause of a fault is only in the log", async () => {
    const platform = await startTestPlatform();
    const reply = await provocations.internal_error.provoke(platform);
    const line = platform.observed.at(-1);
    expect(line?.requestId).toBe(reply.headers.get("x-request-id"));
    expect(line?.error?.cause).toMatchObject({ message: expect.stringContaining("secret-place") });
  });
});
