import { expect, test } from "vitest";
import { bearerChallenge, bearerToken } from "../../src/http/bearer-challenge.ts";

test("a challenge names the error, the scopes that would do and where the metadata are", () => {
  expect(bearerChallenge({})).toBe("Bearer");
  const resourceMetadata = "https://survey.example/.well-known/oauth-protected-resource/api";
  const challenge = {
    error: "insufficient_scope",
    description: "More is needed.",
    scope: "surveys:read",
  } as const;
  expect(bearerChallenge({ ...challenge, resourceMetadata })).toBe(
    `Bearer error="insufficient_scope", scope="surveys:read", resource_metadata="${resourceMetadata}", error_description="More is needed."`,
  );
});

test.each([
  ["Bearer sopb_x", "sopb_x"],
  ["bearer  sopb_x", "sopb_x"],
  ["Bearer ", ""],
  ["Basic eDp5", undefined],
  ["Bearer", undefined],
  [undefined, undefined],
])("the header %s has the token %s", (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
