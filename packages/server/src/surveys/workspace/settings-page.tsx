import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { settingsScriptPath } from "../../pages/assets.ts";
import { Button } from "../../pages/components/button.tsx";
import { DefinitionList } from "../../pages/components/definition-list.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { ErrorSummary } from "../../pages/components/error-summary.tsx";
import { CheckBox, Field, Select, TextArea } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { SurveyFrame, type SurveyPageProps } from "../../pages/survey-frame.tsx";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { onceRules, type ReadSettings, type SettingsFields } from "./settings-form.ts";
import type { SettingsInWords } from "./settings-in-words.ts";
import type { ComparedField } from "./settings-merge.ts";
import type { WorkspaceTexts } from "./texts/en.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** What the page shows. */
export type SettingsPageProps = SurveyPageProps & {
  readonly survey: SurveyForUser;
  readonly timeZone: string;
  readonly hasPassword: boolean;
  /** How many may answer; undefined for a survey without a list. */
  readonly listed: number | undefined;
  readonly fields: SettingsFields;
  /** What holds now, whatever is in the fields. */
  readonly now: SettingsInWords;
  readonly problems: ReadSettings["problems"];
  readonly isSaved?: boolean;
  /** What other editors have changed, where this user changed one of it as well. */
  readonly theirs?: readonly TheirSetting[];
};

/** A setting of another editor: its field, and its value now. */
type TheirSetting = { readonly field: ComparedField; readonly value: string };

/** The settings of a survey, and its end. */
export function SettingsPage(props: SettingsPageProps): JSX.Element {
  const { language, signedIn, survey, fields, isSaved = false } = props;
  const { settings: words } = workspaceTextsFor(language);
  return (
    <SurveyFrame {...props} title={words.title}>
      <h2>{words.title}</h2>
      <p>
        <a class="link-line" href={surveyAddress(survey.id, "/privacy")}>
          {workspaceTextsFor(language).privacy.title}
        </a>
      </p>
      {isSaved ? (
        <Notice tone="success" role="status">
          {words.saved}
        </Notice>
      ) : null}
      <Conflict {...props} />
      <ErrorSummary language={language} problems={textsOf(props)} />
      <form method="post" action={surveyAddress(survey.id, "/settings")} class="stack editor-form">
        <HiddenFields values={{ csrf: signedIn.csrf, seen: fields.seen }} />
        <When {...props} />
        <Who {...props} />
        <Afterwards {...props} />
        <div class="actions">
          <Button>{words.save}</Button>
        </div>
      </form>
      {survey.rights.has("own") ? <Danger {...props} /> : null}
      <script src={settingsScriptPath} defer />
    </SurveyFrame>
  );
}

/** Says what others saved. Saving again replaces it by what is in the form. */
function Conflict({ language, listed = 0, theirs = [] }: SettingsPageProps): JSX.Element | null {
  if (theirs.length === 0) return null;
  const { settings: words } = workspaceTextsFor(language);
  const items = theirs.map(({ field, value }) => ({
    term: field === "only_listed" ? words.onlyListed(listed) : words.fields[field],
    details: <DisplayName name={shownValue({ field, value }, words)} />,
  }));
  return (
    <EditConflict language={language}>
      <DefinitionList items={items} />
    </EditConflict>
  );
}

const switches: ReadonlySet<ComparedField> = new Set(["sign_in", "only_listed", "allow_update"]);

const moments: ReadonlySet<ComparedField> = new Set(["started_at", "end_at"]);

function shownValue({ field, value }: TheirSetting, words: WorkspaceTexts["settings"]): string {
  if (field === "password") return words.passwordChanged;
  if (field === "once") return words.once[onceRules.find((rule) => rule === value) ?? "none"];
  if (switches.has(field)) return value === "on" ? words.isOn : words.isOff;
  if (value === "") return words.isEmpty;
  return moments.has(field) ? value.replace("T", " ") : value;
}

function textsOf({ language, problems }: SettingsPageProps) {
  const { settings: words } = workspaceTextsFor(language);
  return Object.fromEntries(Object.entries(problems).map(([id, problem]) => [id, words.problems[problem]]));
}

type InputProps = SettingsPageProps & {
  readonly id: Exclude<keyof SettingsFields, "only_listed" | "has_list" | "seen">;
  readonly hint?: string;
  readonly inputmode?: "numeric";
  readonly type?: "url" | "text" | "password" | "datetime-local";
};

function Input({ id, hint, inputmode, type = "text", ...props }: InputProps): JSX.Element {
  const { settings: words } = workspaceTextsFor(props.language);
  return (
    <Field
      id={id}
      type={type}
      label={words.fields[id]}
      {...(hint !== undefined && { hint })}
      {...(inputmode !== undefined && { inputmode })}
      value={type === "password" ? "" : props.fields[id]}
      error={textsOf(props)[id]}
      autocomplete={type === "password" ? "new-password" : "off"}
      required={false}
    />
  );
}

type LinesProps = SettingsPageProps & {
  readonly id: "embed_origins" | "custom_arguments";
  readonly hint: string;
  readonly rows: number;
};

/** A field for several values, one in a line. */
function Lines({ id, hint, rows, ...props }: LinesProps): JSX.Element {
  const { settings: words } = workspaceTextsFor(props.language);
  return (
    <TextArea
      id={id}
      label={words.fields[id]}
      hint={hint}
      value={props.fields[id]}
      error={textsOf(props)[id]}
      rows={rows}
      required={false}
    />
  );
}

type GroupProps = SettingsPageProps & {
  readonly group: keyof SettingsInWords;
  readonly holds: readonly ComparedField[];
  readonly children: Child;
};

/** Fields below what holds now. They are open where one is to be looked at, and browsers open them for a link to one. */
function Group({ group, holds, children, ...props }: GroupProps): JSX.Element {
  const { language, problems, theirs = [] } = props;
  const isOpen = holds.some((one) => one in problems || theirs.some(({ field }) => field === one));
  return (
    <details class="card settings-group" open={isOpen} aria-labelledby={`${group}-name`}>
      <summary>
        <h3 id={`${group}-name`}>{workspaceTextsFor(language).settings[group]}</h3>
        <span class="settings-now">{props.now[group]}</span>
      </summary>
      <div class="stack">{children}</div>
    </details>
  );
}

/** A date and time. What is neither, as it can come from a browser without such fields, would not be shown in one. */
function MomentInput(props: SettingsPageProps & { readonly id: "started_at" | "end_at" }): JSX.Element {
  const { settings: words } = workspaceTextsFor(props.language);
  const isMoment = props.problems[props.id] !== "moment";
  return (
    <Input {...props} type={isMoment ? "datetime-local" : "text"} hint={words.momentHint(props.timeZone)} />
  );
}

function When(props: SettingsPageProps): JSX.Element {
  const { settings: words } = workspaceTextsFor(props.language);
  return (
    <Group {...props} group="when" holds={["started_at", "end_at", "answer_limit"]}>
      <MomentInput {...props} id="started_at" />
      <MomentInput {...props} id="end_at" />
      <Input {...props} id="answer_limit" hint={words.limitHint} inputmode="numeric" />
    </Group>
  );
}

function Who(props: SettingsPageProps): JSX.Element {
  const { language, fields, hasPassword, listed } = props;
  const { settings: words } = workspaceTextsFor(language);
  return (
    <Group
      {...props}
      group="who"
      holds={["sign_in", "only_listed", "once", "address_limit", "password", "address_days", "embed_origins"]}
    >
      <CheckBox
        id="sign_in"
        label={words.fields.sign_in}
        hint={words.signInHint}
        checked={fields.sign_in === "on"}
      />
      {listed === undefined ? null : (
        <>
          <CheckBox id="only_listed" label={words.onlyListed(listed)} checked={fields.only_listed === "on"} />
          <HiddenFields values={{ has_list: "on" }} />
        </>
      )}
      <Select
        id="once"
        label={words.fields.once}
        hint={words.onceHint}
        error={textsOf(props)["once"]}
        value={fields.once}
        options={onceRules.map((rule) => ({ value: rule, label: words.once[rule] }))}
      />
      <Input {...props} id="address_limit" hint={words.limitHint} inputmode="numeric" />
      <Input
        {...props}
        id="password"
        type="password"
        hint={hasPassword ? words.passwordIs : words.passwordNone}
      />
      {hasPassword ? (
        <CheckBox id="no_password" label={words.fields.no_password} checked={fields.no_password === "on"} />
      ) : null}
      <Input {...props} id="address_days" hint={words.daysHint} inputmode="numeric" />
      <Lines {...props} id="embed_origins" hint={words.embedHint} rows={2} />
    </Group>
  );
}

function Afterwards(props: SettingsPageProps): JSX.Element {
  const { language, fields } = props;
  const { settings: words } = workspaceTextsFor(language);
  return (
    <Group {...props} group="afterwards" holds={["redirect_url", "allow_update", "custom_arguments"]}>
      <Input {...props} id="redirect_url" type="url" hint={words.redirectHint} />
      <CheckBox id="allow_update" label={words.fields.allow_update} checked={fields.allow_update === "on"} />
      <Lines {...props} id="custom_arguments" hint={words.argumentsHint} rows={3} />
    </Group>
  );
}

function Danger({ language, survey }: SettingsPageProps): JSX.Element {
  const { settings: words } = workspaceTextsFor(language);
  return (
    <div class="card card-danger editor-form">
      <h2>{words.danger}</h2>
      <p>{words.dangerText}</p>
      <a class="button button-quiet" href={surveyAddress(survey.id, "/delete")}>
        {words.delete}
      </a>
    </div>
  );
}
