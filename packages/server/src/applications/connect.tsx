import type { FindAddresses } from "../grants/oauth/issuer.ts";
import { renderPage } from "../pages/render-page.ts";
import type { PageRoute } from "../session/page-route.ts";
import { sendsNoChallenge } from "../store/applications/challenge-use.ts";
import type { Store } from "../store/store.ts";
import { addressOf, applicationForUser, applicationPath } from "./application-for-user.ts";
import { ConnectPage } from "./connect-page.tsx";

/** What the page needs. */
export interface ConnectParts {
  readonly store: Store;
  readonly addresses: FindAddresses;
}

/** The page that says how an application connects. */
export function connecting({ store, addresses }: ConnectParts): PageRoute {
  return {
    method: "GET",
    path: `${applicationPath}/connect`,
    access: "user",
    async handle(pageRequest) {
      const application = await applicationForUser(store, pageRequest);
      const { language, signedIn } = pageRequest;
      return renderPage(
        <ConnectPage
          {...{ language, signedIn, application }}
          path={addressOf(application.appid, "/connect")}
          addresses={addresses()}
          hasLinksWithoutChallenge={await sendsNoChallenge(store.reader, application.id)}
        />,
        { status: 200, script: true },
      );
    },
  };
}
