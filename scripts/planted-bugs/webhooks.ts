import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";
const surveys = "packages/surveys/src/store";
const delivery = ["packages/server/test/store/webhook-delivery.test.ts"];
const events = ["packages/server/test/store/webhook-events.test.ts"];

/** Mistakes about webhooks: what is sent, how it is signed, and where it may go. */
export const webhookBugs: readonly PlantedBug[] = [
  {
    name: "webhook-name-resolves-inside",
    breaks: "A name is not checked for what it resolves to.",
    file: `${src}/webhooks/guarded-agents.ts`,
    within: "guardedLookup",
    find: "if (first === undefined || !isFree)",
    replace: "if (first === undefined)",
    caughtBy: security("webhook-addresses"),
  },
  {
    name: "webhook-first-address-decides",
    breaks: "Of several addresses of a name only the first one is checked.",
    file: `${src}/webhooks/guarded-agents.ts`,
    within: "guardedLookup",
    find: "addresses.every(",
    replace: "addresses.slice(0, 1).every(",
    caughtBy: security("webhook-addresses"),
  },
  {
    name: "webhook-literal-inside",
    breaks: "An address that is an IP address itself is connected to without a check.",
    file: `${src}/webhooks/guarded-agents.ts`,
    within: "guardedAgent",
    find: "refuseLiteral(receiver, options.opened);",
    replace: "",
    caughtBy: security("webhook-addresses"),
  },
  {
    name: "webhook-mapped-address",
    breaks: "An IPv4 address that is written as IPv6 counts as public.",
    file: `${src}/model/public-address.ts`,
    find: "if (address.isIPv4MappedAddress()) return address.toIPv4Address();",
    replace: "if (address.isIPv4MappedAddress()) return new ipaddr.IPv4([8, 8, 8, 8]);",
    caughtBy: security("webhook-addresses"),
  },
  {
    name: "webhook-port-of-its-own",
    breaks: "A webhook may name any port.",
    file: `${src}/model/webhook-address.ts`,
    within: "checkWebhookAddress",
    find: `if (namesPort(text)) return { problem: "port" };`,
    replace: "",
    caughtBy: security("webhook-addresses"),
  },
  {
    name: "webhook-signature-without-id",
    breaks: "The signature does not cover the id of the event.",
    file: `${src}/model/webhook-signature.ts`,
    find: "`${id}.${timestamp}.`",
    replace: "`${timestamp}.`",
    caughtBy: events,
  },
  {
    name: "webhook-follows-redirect",
    breaks: "A redirect counts as delivered.",
    file: `${src}/webhooks/send-event.ts`,
    within: "judge",
    find: "statusCode < 300",
    replace: "statusCode < 400",
    caughtBy: delivery,
  },
  {
    name: "webhook-leased-twice",
    breaks: "Two processes deliver to one webhook at the same time.",
    file: `${src}/store/webhook-delivery.ts`,
    find: "and w.leased_until <= ${nowMs}",
    replace: "",
    caughtBy: delivery,
  },
  {
    name: "webhook-event-without-fact",
    breaks: "Deleting an answer writes no event.",
    file: `${surveys}/change-answer.ts`,
    find: `yield* outbox.answers({ surveyId, action: "answer.delete", answers: [found] });`,
    replace: "yield* [];",
    caughtBy: events,
  },
  {
    name: "webhook-keeps-address",
    breaks: "The addresses of respondents stay in events for longer than the survey says.",
    file: `${surveys}/sweep-surveys.ts`,
    find: "update webhook_deliveries set address = '', address_until = null",
    replace: "update webhook_deliveries set address_until = null",
    caughtBy: events,
  },
];
