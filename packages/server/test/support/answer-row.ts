/** The columns of an answer of which nothing is known but what was answered. */
export const noFacts = {
  changed_at: null,
  channel: "",
  ua: "",
  referrer: "",
  address: "",
  address_until: null,
  once_key: null,
  custom_arguments: "",
} as const;
