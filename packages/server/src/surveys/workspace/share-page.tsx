import { surveyState } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { CommandBlock } from "../../pages/components/command-block.tsx";
import { CopyScript } from "../../pages/components/copy-button.tsx";
import { Copyable } from "../../pages/components/copyable.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { QrCode } from "../../pages/components/qr-code.tsx";
import { ShareButton } from "../../pages/components/share-button.tsx";
import { SurveyFrame, type SurveyPageProps, surveyTitle } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type SharePageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly address: string;
  /** The names of the custom arguments. */
  readonly parameters: readonly string[];
  /** The websites that may show the survey in a frame; "bound" for one that acts for people, which none may. */
  readonly embedding: readonly string[] | "bound";
};

/** How respondents get to a survey. */
export function SharePage(props: SharePageProps): JSX.Element {
  const { language, survey, address, parameters } = props;
  const { share: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      {survey.state === surveyState.collecting ? null : (
        <Notice tone="warning">{words.closed[closedAs(survey)]}</Notice>
      )}
      <div class="card">
        <h2>{words.address}</h2>
        <p>
          <Copyable language={language} about={words.address} value={address} />
        </p>
        <p class="actions">
          <a class="link-line" href={address}>
            {words.open}
          </a>
          <ShareButton title={surveyTitle(survey.title, language)} url={address} label={words.shareOn} />
        </p>
        {parameters.length === 0 ? null : (
          <>
            <p>{words.parameters}</p>
            <p>
              <Copyable
                language={language}
                about={words.parameters}
                value={withParameters(address, parameters)}
              />
            </p>
          </>
        )}
      </div>
      <div class="card">
        <h2>{words.qrCode}</h2>
        <p>{words.qrCodeText}</p>
        <QrCode text={address} label={words.qrCodeLabel} />
        <p class="actions">
          <a class="button button-quiet" href={surveyAddress(survey.id, "/share/qr.png")}>
            {words.qrPng}
          </a>
          <a class="button button-quiet" href={surveyAddress(survey.id, "/share/qr.svg")}>
            {words.qrSvg}
          </a>
        </p>
      </div>
      <div class="card">
        <h2>{words.link}</h2>
        <p>{words.linkText}</p>
        <CommandBlock language={language} about={words.link} command={linkCode(address, words.linkWords)} />
      </div>
      <EmbeddingCard {...props} />
      <PeopleCard {...props} />
      <CopyScript />
    </SurveyFrame>
  );
}

function PeopleCard({ language, survey }: SharePageProps): JSX.Element | null {
  const { share: words } = workspaceTextsFor(language);
  if (!survey.rights.has("share")) return null;
  return (
    <div class="card">
      <h2>{words.people}</h2>
      <p>{words.peopleText}</p>
      <p>
        <a class="button button-quiet" href={surveyAddress(survey.id, "/share/people")}>
          {words.people}
        </a>
      </p>
    </div>
  );
}

function closedAs({ version, state }: SurveyForUser): "notPublished" | "notStarted" | "paused" {
  if (version === 0) return "notPublished";
  return state === surveyState.draft ? "notStarted" : "paused";
}

function EmbeddingCard({ language, survey, address, embedding }: SharePageProps): JSX.Element {
  const { share: words } = workspaceTextsFor(language);
  if (embedding === "bound" || embedding.length === 0)
    return (
      <div class="card">
        <h2>{words.embedding}</h2>
        <p>{embedding === "bound" ? words.embeddingBound : words.embeddingNone}</p>
        {embedding === "bound" || !survey.rights.has("edit") ? null : (
          <p>
            <a class="link-line" href={`${surveyAddress(survey.id, "/settings")}#embed_origins`}>
              {words.embeddingNames}
            </a>
          </p>
        )}
      </div>
    );
  return (
    <div class="card">
      <h2>{words.embedding}</h2>
      <p>{words.embeddingText(embedding.join(", "))}</p>
      <CommandBlock
        language={language}
        about={words.embedding}
        command={frameCode(address, surveyTitle(survey.title, language))}
      />
    </div>
  );
}

function withParameters(address: string, parameters: readonly string[]): string {
  return `${address}?${parameters.map((name) => `${encodeURIComponent(name)}=…`).join("&")}`;
}

/** HTML for another page. The address has nothing in it that HTML would have to escape. */
function linkCode(address: string, text: string): string {
  return `<a href="${address}">${text}</a>`;
}

/** A frame for another page. It is named by the survey's title, for screen readers. */
function frameCode(address: string, title: string): string {
  const name = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${address}?channel=embed" title="${name}" width="100%" height="700"></iframe>`;
}
