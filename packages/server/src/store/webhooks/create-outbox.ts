import { Outbox, type PlatformZone } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { isWithinChoice } from "./webhook-rights.ts";

/** The outbox of the platform: a webhook that an application added hears of the surveys that were chosen for it. */
export function createOutbox(zone: PlatformZone): Outbox {
  return new Outbox(zone, isWithinChoice(sql.ref("s.id")));
}
