import type { JSX } from "hono/jsx/jsx-runtime";
import { CopyScript } from "../../../pages/components/copy-button.tsx";
import { Layout, type PageProps } from "../../../pages/layout.tsx";
import { renderPage } from "../../../pages/render-page.ts";
import type { SignedIn } from "../../../pages/signed-in.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { DesignCharts } from "./design-charts.tsx";
import { DesignControls } from "./design-controls.tsx";
import { DesignDecisions } from "./design-decisions.tsx";
import { DesignDisplays } from "./design-displays.tsx";
import { designTextsFor } from "./design-texts.ts";

/** `GET /design`: the components of the pages, for those who build them. Nothing on it leads anywhere. */
export function designPage(): PageRoute {
  return {
    method: "GET",
    path: "/design",
    access: "anyone",
    handle: ({ language, path, signedIn }) =>
      renderPage(<DesignPage language={language} path={path} signedIn={signedIn} />, {
        status: 200,
        script: true,
      }),
  };
}

function DesignPage(props: PageProps & { readonly signedIn: SignedIn | undefined }): JSX.Element {
  const { language } = props;
  const words = designTextsFor(language);
  return (
    <Layout {...props} title={words.title} wide>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <DesignControls language={language} />
      <DesignDisplays language={language} />
      <DesignCharts language={language} />
      <DesignDecisions language={language} />
      <CopyScript />
    </Layout>
  );
}
