import { type Command, textTable } from "@survey-open-platform/service";
import { listDisabledHosts } from "../../../store/applications/client-administration.ts";
import { timeText } from "../list-command.ts";
import { operatorArguments, runOnStore } from "../operator-command.ts";

/** `sop client-host list`: the hosts that are disabled. */
export const clientHostListCommand: Command = {
  meta: { name: "client-host list", description: "List the hosts whose clients are refused" },
  args: operatorArguments,
  async run({ args }) {
    await runOnStore("client-host list", args, async ({ store }) => {
      const hosts = await listDisabledHosts(store.reader);
      const rows = hosts.map(({ host, disabledAt }) => ({ host, disabled_at: timeText(disabledAt) }));
      return { text: rows.length === 0 ? "There are none." : textTable(rows), json: rows };
    });
  },
};
