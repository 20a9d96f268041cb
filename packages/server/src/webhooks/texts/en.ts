import type { Child } from "hono/jsx";
import type { TextsOf } from "../../pages/texts/texts-of.ts";

/** Every text about webhooks, in English. */
export const webhooksEn = {
  title: "Webhooks",
  webhook: "Webhook",
  lead: {
    survey: "What happens to answers of this survey is sent to these addresses at once, signed.",
    user: "What happens to any of your surveys, and to answers to them if you choose so, is sent to these addresses at once, signed.",
    team: "What happens to any survey of the team, and to answers to them if you choose so, is sent to these addresses at once, signed.",
  },
  caption: "Webhooks",
  searchList: "Address, user or application",
  noWebhookFound: "No webhook has these words in its address or in the name of who added it.",
  empty: "There is no webhook yet",
  emptyText: "Add the address of your program. It gets each event once, and again if it does not accept it.",
  add: "Add a webhook",
  tooMany: "There are ten webhooks, which is the most. Delete one first.",
  address: "Address",
  addressHint: "Public http or https, without a port and without credentials.",
  author: "Added by",
  ofApplication: (name: Child): Child => ["application ", name],
  addedByUser: (name: Child): Child => [
    "Added by ",
    name,
    ". It is switched off when this user may not manage it any more.",
  ],
  addedBy: (name: Child): Child => [
    "Added by the application ",
    name,
    ". It is switched off when the application loses its access.",
  ],
  events: "Events",
  eventNames: {
    "answer.create": "An answer was sent",
    "answer.update": "An answer was changed",
    "answer.delete": "An answer was deleted",
    "survey.created": "A survey was created",
    "survey.updated": "A survey was changed or published",
    "survey.deleted": "A survey was deleted",
  },
  usualEvents: {
    survey: "If none is ticked, it gets all of them.",
    account: "If none is ticked, it gets those of surveys.",
  },
  titles: "Titles in events of answers",
  titlesHint: "Each event has the titles of the survey and of its questions beside their ids.",
  state: "State",
  isActive: "Send events",
  isActiveHint: "A test event, with the newest answer if there is one, is sent when this is switched on.",
  on: "On",
  off: "Off",
  failing: "On, last attempt failed",
  offReasons: {
    gone: "Switched off: the receiver said that it is gone (HTTP 410).",
    failing: "Switched off: for five days no event was accepted.",
    revoked:
      "Switched off: the application that added it may not change your data any more, or not see the survey.",
    owner_gone: "Switched off: the user who added it may not manage it any more.",
  },
  switchOnOwn:
    "Switch it on again only if events are to be sent to this address without the application’s access.",
  switchOnSeen:
    "Look at the address first: the user may have chosen it, and may know the secret. If it is right, replace the secret and switch it on.",
  switchOnAgain: "Events of this time are kept for 30 days. Switch it on and send the failed ones again.",
  problems: {
    form: "Enter an address that begins with http:// or https://.",
    credentials: "Enter an address without @.",
    port: "This address has a port. The operator of the platform can open it (setting --webhook-allow, SOP_WEBHOOK_ALLOW); without that, enter an address without a port.",
    internal:
      "This address is not on the public internet. The operator of the platform can open it (setting --webhook-allow, SOP_WEBHOOK_ALLOW).",
  },
  save: "Save",
  notices: {
    changed: "The webhook was changed.",
    deleted: "The webhook was deleted.",
    repeated:
      "The form was sent twice, and made one webhook. Its secret was shown once; if you did not keep it, replace it on the webhook's page.",
    repeated_secret:
      "The form was sent twice, and replaced the secret once. The new one was shown once; if you did not keep it, replace it again.",
    test: "A test event is on its way.",
    resent: "The events are sent again.",
    not_resent: "Nothing was sent again: the webhook is off.",
  },
  secretTitle: "The secret of the webhook",
  secretOnce:
    "Copy the secret now: it is shown only once. Your program checks with it that an event comes from the platform.",
  secret: "Secret",
  next: "Go to the webhook",
  replaceSecret: "Replace the secret",
  replaceConsequences: {
    shown: "The new secret is shown once.",
    both: "For a day, events are signed with both secrets. Then the old one ends.",
  },
  bothSecrets: "Events are signed with the old secret as well until",
  sendTest: "Send a test event",
  remove: "Delete the webhook",
  removeConsequences: {
    log: "The record of its deliveries is deleted.",
    waiting: "Events that wait for it are not sent.",
  },
  deliveries: "Deliveries",
  search: "Name or id of an event",
  noMatch: "No event has this in its name or its id.",
  noDeliveries: "No event has happened yet.",
  event: "Event",
  created: "Created",
  happened: "Happened",
  result: "Result",
  results: { pending: "waiting", delivered: "accepted", failed: "failed" },
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  resend: "Send again",
  since: "Failed events since",
  sinceHint: "Empty for all of them.",
  resendFailed: "Send all failed ones again",
  kept: "Deliveries are kept for 30 days.",
  delivery: "Delivery",
  eventId: "Event id",
  sequence: "Number in the survey",
  tried: "At",
  status: "Status",
  duration: "Duration",
  milliseconds: (count: number): string => `${count} ms`,
  response: "Response",
  failures: {
    status: "not accepted",
    redirect: "redirect, which is not followed",
    timeout: "no response within 15 seconds",
    address: "the address may not be reached",
    connection: "no connection",
  },
  none: "none",
  emptied:
    "The answer was deleted after this event. Its content is gone; sent again, the event is its deletion.",
  body: "Event",
};

/** The texts about webhooks in any language. */
export type WebhookTexts = TextsOf<typeof webhooksEn>;
