import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { webhookEvents } from "../../../src/api/calls/webhooks/event-wire.ts";
import { deleteAnswer } from "../../support/delete-answer.ts";
import { program, startWebhooks } from "../../support/webhooks.ts";
import { createWebhook } from "../../../src/store/webhooks/change-webhook.ts";

/** Of the document, what the test looks at. */
interface ServedDocument {
  readonly webhooks: Readonly<Record<string, object>>;
}

it("the OpenAPI document describes each kind of event as it is sent", async () => {
  const { platform, surveys, surveyId, submit, owner, receiver, deliverer, secret } = await startWebhooks();
  const userId = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
  const ofUser = { url: receiver.url, receiver: receiver.host, secret, isActive: true } as const;
  const created = { owner: { kind: "user", id: userId }, userId: 0, grantId: null, ...ofUser } as const;
  await platform.store.write(createWebhook, created, { actor: program, outbox: platform.store.outbox });
  await submit();
  await surveys.changeSettings({ surveyId: owner.id, settings: { state: 3 } });
  await deliverer.deliverDue();
  await deleteAnswer(platform, surveyId, 1);
  await deliverer.deliverDue();

  // Its shape is what another test holds.
  const document = (await (await platform.fetch("/openapi.json")).json()) as ServedDocument;
  expect(Object.keys(document.webhooks)).toEqual(webhookEvents.map(({ name }) => name));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  const fitting = receiver.events.map(({ body }) =>
    Object.keys(document.webhooks).filter((name) => {
      const place = `/webhooks/${name}/post/requestBody/content/application~1json/schema`;
      return ajv.compile({ $ref: `document#${place}` })(body);
    }),
  );
  expect(fitting.map((names) => names.length)).toEqual(fitting.map(() => 1));
  expect(new Set(fitting.flat())).toEqual(new Set(webhookEvents.map(({ name }) => name)));
});
