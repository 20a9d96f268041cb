import { nameOfApplication } from "../../store/audit/name-of-application.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import type { AuthorizedWrite } from "./write-endpoint.ts";

/** Who makes a change, for the audit log: an application, which may act for a user. */
export function applicationActor({
  appid,
  principal,
  address,
}: Pick<AuthorizedWrite<unknown>, "appid" | "principal" | "address">): Actor {
  const userId = principal.mode === "user" ? principal.userId : null;
  return { userId, username: nameOfApplication(appid), address: address.text };
}
