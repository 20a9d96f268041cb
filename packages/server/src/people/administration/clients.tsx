import { readHost } from "../../model/client-hosts.ts";
import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import {
  findClientsOfHost,
  listClients,
  listDisabledHosts,
  setClientHostDisabled,
} from "../../store/applications/client-administration.ts";
import type { Store } from "../../store/store.ts";
import { ClientListPage, clientListPath as listPath, hostPath } from "./clients-page.tsx";
import { decisionPages } from "./decision.tsx";
import { listSearchOf, pageOf, propsOf } from "./list-request.ts";
import { administrationTextsFor } from "./texts/administration-texts.ts";

/** The pages on which administrators see clients that describe themselves, and disable hosts of such clients. */
export function clientPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: listPath,
      access: "administrator",
      handle: (pageRequest) => showList(store, pageRequest),
    },
    {
      method: "POST",
      path: `${listPath}/hosts`,
      access: "administrator",
      handle: (pageRequest) => goToHost(store, pageRequest),
    },
    ...hostPages(store, "disable"),
    ...hostPages(store, "enable"),
  ];
}

async function showList(store: Store, pageRequest: UserRequest, wrongHost?: string): Promise<Response> {
  const search = listSearchOf(pageRequest);
  const page = pageOf(search, await listClients(store.reader, search));
  const hosts = await listDisabledHosts(store.reader);
  return renderPage(<ClientListPage {...propsOf(pageRequest)} {...page} {...{ hosts, wrongHost }} />, {
    status: wrongHost === undefined ? 200 : 400,
  });
}

/** Where the form leads that names a host. */
async function goToHost(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { host: entered } = await readOwnForm(pageRequest, ["host"]);
  const host = readHost(entered);
  return host === undefined
    ? showList(store, pageRequest, entered.slice(0, 253))
    : redirectTo(hostPath(host, "disable"));
}

/** @throws `PageError` `not_found` */
function hostIn({ context }: UserRequest): string {
  const host = readHost(context.req.param("host") ?? "");
  if (host === undefined) throw notFound();
  return host;
}

function hostPages(store: Store, decision: "disable" | "enable"): readonly PageRoute[] {
  const disabled = decision === "disable";
  return decisionPages({
    path: hostPath(":host", decision),
    async describe(pageRequest) {
      const host = hostIn(pageRequest);
      const { clients: words } = administrationTextsFor(pageRequest.language);
      const clients = disabled ? await findClientsOfHost(store.reader, host) : [];
      return {
        title: disabled ? words.disableHost : words.enableHost,
        heading: words[decision](host),
        consequences: disabled ? [words.frozen(clients.length), words.disableText] : [words.enableText],
        about: listPath,
        isDangerous: disabled,
      };
    },
    async apply(pageRequest) {
      const change = { host: hostIn(pageRequest), disabled, actor: actorOf(pageRequest) };
      await store.write(setClientHostDisabled, change);
      return undefined;
    },
  });
}
