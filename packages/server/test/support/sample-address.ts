import type { ClientAddress } from "../../src/http/client-address.ts";

/** Where calls come from that a test makes of the store itself. */
export const sampleAddress: ClientAddress = {
  text: "203.0.113.7",
  network: "203.0.113.7",
  site: undefined,
};
