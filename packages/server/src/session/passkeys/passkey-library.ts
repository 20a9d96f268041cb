/** The library that checks passkeys. It is loaded when it is first needed: loading it takes 29 MB and 0.2 s of processor time. */
export function passkeyLibrary() {
  return import("@simplewebauthn/server");
}
