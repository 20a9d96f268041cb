/**
 * Verifies the events of a webhook and prints a line for each.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=8791 node main.ts
 */
import { createServer } from "node:http";
import { createWebhookReceiver } from "@survey-open-platform/sdk/webhooks";

const port = Number(process.env["PORT"] ?? 8791);
const receiver = createWebhookReceiver({
  secret: process.env["WEBHOOK_SECRET"] ?? "",
  onEvent(event) {
    if (event.object === "Answer") {
      const { survey_id, answer_id } = event.payload;
      console.log(`${event.action}: answer ${answer_id} of survey ${survey_id} (${event.id})`);
    } else if (event.object === "Survey") {
      console.log(`${event.action}: survey ${event.payload.id} (${event.id})`);
    } else {
      console.log(`${event.action} (${event.id})`);
    }
  },
});

const server = createServer((request, response) => {
  receiver.node(request, response).catch(console.error);
});
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}`));
