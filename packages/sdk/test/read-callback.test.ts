import { describe, expect, test } from "vitest";
import { readCallback } from "../src/read-callback.ts";

const state = "k3J9abc";
const good = `code=sopc_x-1_2&state=${state}`;

describe("a callback", () => {
  test.each([
    ["an address", new URL(`https://me.example/callback?${good}`)],
    ["the text of an address", `https://me.example/callback?${good}`],
    ["the address as a server gets it", `/callback?${good}`],
    ["its query", new URLSearchParams(good)],
  ])("is read from %s", (_, callback) => {
    expect(readCallback(callback, { state })).toEqual({ kind: "code", code: "sopc_x-1_2" });
  });

  test("tells that the person did not allow it", () => {
    const callback = `/callback?error=access_denied&state=${state}`;
    expect(readCallback(callback, { state })).toEqual({ kind: "denied" });
  });

  test.each([
    ["no state", "code=sopc_x"],
    ["an empty state", "code=sopc_x&state="],
    ["another state", "code=sopc_x&state=other00"],
    ["the beginning of the state", "code=sopc_x&state=k3J9"],
    ["the state and more", `code=sopc_x&state=${state}d`],
    ["the state in other letters", `code=sopc_x&state=${state.toUpperCase()}`],
    ["a refusal with another state", "error=access_denied&state=other00"],
    ["an address that is none", "http://["],
  ])("is refused as somebody else's with %s", (_, query) => {
    const callback = query.startsWith("http") ? query : `/callback?${query}`;
    expect(() => readCallback(callback, { state })).toThrow(
      expect.objectContaining({ type: "state_mismatch" }),
    );
  });

  test("is refused when no state was expected, whatever it brings", () => {
    for (const query of ["code=sopc_x&state=", "code=sopc_x"])
      expect(() => readCallback(`/callback?${query}`, { state: "" })).toThrow(
        expect.objectContaining({ type: "state_mismatch" }),
      );
  });

  test.each([
    ["two states", `${good}&state=${state}`],
    ["two codes", `${good}&code=sopc_y`],
    ["a code and a refusal", `${good}&error=access_denied`],
    ["two refusals", `error=access_denied&error=access_denied&state=${state}`],
    ["neither a code nor a refusal", `state=${state}`],
    ["an empty code", `code=&state=${state}`],
    ["an unknown refusal", `error=server_error&state=${state}`],
    ["a code that is none", `code=a%0Ab&state=${state}`],
    ["an endless code", `code=${"a".repeat(513)}&state=${state}`],
  ])("is refused as malformed with %s", (_, query) => {
    expect(() => readCallback(`/callback?${query}`, { state })).toThrow(
      expect.objectContaining({ type: "invalid_callback" }),
    );
  });
});
