import { dateTimeFormat, numberFormat, type Language } from "@survey-open-platform/service";
import { surveyState, type SurveySettings } from "@survey-open-platform/surveys";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";

/** The settings of a survey, and what their description depends on. */
export type DescribedSettings = {
  readonly language: Language;
  /** An IANA zone such as `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly settings: SurveySettings;
  /** How many may answer; undefined for a survey without a list. */
  readonly listed: number | undefined;
};

/** What holds now, in words, for each group of settings. */
export type SettingsInWords = Readonly<Record<"when" | "who" | "afterwards", string>>;

/** Says what the stored settings are, so that no field has to be read for it. */
export function settingsInWords(described: DescribedSettings): SettingsInWords {
  const { now: words } = workspaceTextsFor(described.language).settings;
  const said = (parts: readonly (string | false)[]) =>
    words.sentence(parts.filter((part) => part !== false).join(words.comma));
  return {
    when: said(whenOf(described)),
    who: said(whoOf(described)),
    afterwards: said(afterwardsOf(described)),
  };
}

/** Dates are given as they are, without comparing them with the clock, so that an open page stays true. */
function whenOf({ language, timeZone, settings }: DescribedSettings): readonly (string | false)[] {
  const { now: words } = workspaceTextsFor(language).settings;
  const { state, startedAt, endAt, answerLimit } = settings;
  const format = dateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  return [
    state === surveyState.draft && words.draft,
    state === surveyState.paused && words.paused,
    startedAt !== null && words.from(format.format(startedAt)),
    endAt === null ? words.noEnd : words.until(format.format(endAt)),
    answerLimit === null ? words.anyNumber : words.atMost(numberFormat(language, {}).format(answerLimit)),
  ];
}

function whoOf(described: DescribedSettings): readonly (string | false)[] {
  const { language, settings } = described;
  const { now: words } = workspaceTextsFor(language).settings;
  const { requiresSignIn, once, addressLimit, passwordHash, embedOrigins, isAnonymous, addressDays } =
    settings;
  return [
    ...peopleOf(described),
    requiresSignIn && words.signedIn,
    passwordHash !== "" && words.password,
    words.once[once],
    addressLimit !== null && words.perAddress(numberFormat(language, {}).format(addressLimit)),
    embedOrigins.length > 0 && words.framed(embedOrigins.map(hostOf).join(words.comma)),
    words.addresses(isAnonymous ? 0 : addressDays),
  ];
}

function peopleOf({ language, settings, listed = 0 }: DescribedSettings): readonly (string | false)[] {
  const { now: words } = workspaceTextsFor(language).settings;
  const { onlyListed, onlyParticipants } = settings;
  if (!onlyListed && !onlyParticipants) return [words.everyone];
  return [onlyParticipants && words.participants, onlyListed && words.listed(listed)];
}

function afterwardsOf({ language, settings }: DescribedSettings): readonly (string | false)[] {
  const { now: words } = workspaceTextsFor(language).settings;
  const { redirectUrl, allowsAnswerUpdates, customArguments } = settings;
  return [
    redirectUrl === "" ? words.noRedirect : words.redirect(hostOf(redirectUrl)),
    allowsAnswerUpdates ? words.changeable : words.final,
    customArguments.length > 0 && words.customArguments(customArguments.length),
  ];
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
