import {
  isRightToLeft,
  languageName,
  longestTranslation,
  type SurveyDefinition,
  type SurveyPrivacy,
  type TranslatedText,
  withoutBlankIds,
} from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { ErrorSummary, type FormProblems } from "../../pages/components/error-summary.tsx";
import { TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { InTurns } from "../../pages/components/in-turns.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { textsFor } from "../../pages/texts/texts.ts";
import { languageListPath } from "./languages-page.tsx";
import { textsToTranslate } from "./texts-to-translate.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** Texts on one page. */
const perPage = 200;

/** The texts that a page shows, from a position on. */
export function textsOnPage(texts: readonly TranslatedText[], first: number): readonly TranslatedText[] {
  return texts.slice(first, first + perPage);
}

/** What the page shows. */
export type TranslatePageProps = SurveyPageProps & {
  readonly definition: SurveyDefinition;
  readonly privacy: SurveyPrivacy;
  readonly revision: number;
  readonly tag: string;
  /** Position of the first text, from 0. */
  readonly first: number;
  /** What was typed, by the key of each text; what is stored otherwise. */
  readonly given?: Readonly<Record<string, string>>;
  readonly problems?: FormProblems;
};

/** The texts of a survey beside their translations to one language. */
export function TranslatePage(props: TranslatePageProps): JSX.Element {
  const { language, signedIn, survey, definition, privacy, revision, tag, first, problems = {} } = props;
  const { languages: words } = workspaceTextsFor(language);
  const texts = textsOnPage(textsToTranslate(definition, privacy, tag), first);
  const title = words.translateTo(languageName(tag, language));
  return (
    <SurveyFrame {...props} title={title}>
      <h2>{title}</h2>
      <p>{words.translateText(languageName(definition.language ?? "", language))}</p>
      <ErrorSummary language={language} problems={problems} />
      <form method="post" action={languageListPath(survey.id)} class="stack">
        <HiddenFields
          values={{
            csrf: signedIn.csrf,
            revision: String(revision),
            consent_version: String(privacy.consentVersion),
            "seen responsible": privacy.responsible,
            "seen purpose": privacy.purpose,
            "translated responsible": privacy.statementTranslations[tag]?.responsible ?? "",
            "translated purpose": privacy.statementTranslations[tag]?.purpose ?? "",
            first: String(first),
          }}
        />
        <InTurns of={texts} each={(text) => <TextToTranslate {...props} text={text} />} />
        <div class="actions">
          <Button name="do" value={`save ${tag}`}>
            {words.save}
          </Button>
          <a class="button button-quiet" href={languageListPath(survey.id)}>
            {textsFor(language).kit.cancel}
          </a>
        </div>
      </form>
      <Pages {...props} />
    </SurveyFrame>
  );
}

function TextToTranslate({
  language,
  definition,
  tag,
  given = {},
  problems = {},
  text,
}: TranslatePageProps & { readonly text: TranslatedText }): JSX.Element {
  const { languages: words } = workspaceTextsFor(language);
  const original = withoutBlankIds(text.text);
  const value = given[text.key] ?? text.translation;
  const longest = Math.max(original.length, value.length);
  return (
    <div class="translation">
      <p class="translation-original">
        <span class="fine-print">{words.place(text)}</span>
        <br />
        <span lang={definition.language} dir="auto" class="lines">
          {original}
        </span>
      </p>
      <div lang={tag} dir={isRightToLeft(tag) ? "rtl" : undefined}>
        <TextArea
          id={text.key}
          name={`text ${text.key}`}
          label={words.translationOf(words.place(text))}
          value={value}
          rows={Math.min(Math.ceil((longest + 1) / 60), 8)}
          required={false}
          maxlength={longestTranslation}
          error={problems[text.key]}
        />
      </div>
    </div>
  );
}

function Pages({
  language,
  survey,
  definition,
  privacy,
  tag,
  first,
}: TranslatePageProps): JSX.Element | null {
  const { languages: words } = workspaceTextsFor(language);
  const count = textsToTranslate(definition, privacy, tag).length;
  if (count <= perPage) return null;
  const starts = Array.from({ length: Math.ceil(count / perPage) }, (_, at) => at * perPage);
  return (
    <nav aria-label={words.pages} class="actions">
      {starts.map((start) => (
        <a
          href={`${languageListPath(survey.id, tag)}&from=${start}`}
          aria-current={start === first ? "page" : undefined}
        >
          {`${start + 1}–${Math.min(start + perPage, count)}`}
        </a>
      ))}
    </nav>
  );
}
