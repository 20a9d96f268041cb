import type { ClientAddress } from "@survey-open-platform/service";

/** Where calls come from that a test makes of the store itself. */
export const sampleAddress: ClientAddress = {
  text: "203.0.113.7",
  network: "203.0.113.7",
  site: undefined,
};
