import type { Language } from "@survey-open-platform/service";
import { networkProblem } from "../credentials/network-field.tsx";
import { applicationLimits } from "../model/application.ts";
import { isLinkAddress } from "../model/link-address.ts";
import { findPublicRedirectUriProblems, findRedirectUriProblems } from "../model/redirect-uri.ts";
import { declaredText } from "@survey-open-platform/surveys";
import { distinctLines, linesOf, withLineFeeds } from "../pages/form-lines.ts";
import { hasProblems, type FormProblems } from "../pages/components/error-summary.tsx";
import { declaredName } from "../session/credential-fields.ts";
import type { ApplicationFields } from "../store/applications/application-for-user-table.ts";
import { consoleTextsFor } from "./texts/console-texts.ts";
import type { ConsoleTexts } from "./texts/en.ts";

/** The fields of the form, in their order; they are also the ids on the page. */
export const applicationFormFields = [
  "name",
  "description",
  "home_page",
  "terms",
  "privacy",
  "contact",
  "redirect_uris",
  "is_public",
  "may_write",
  "allowed_networks",
  "requires_pkce",
  "refresh_requires_secret",
] as const;

type FieldName = (typeof applicationFormFields)[number];

/** What was entered. */
export type ApplicationForm = Readonly<Record<FieldName, string>>;

/** What is wrong with what was entered, as sentences. */
export type ApplicationFormProblems = FormProblems<FieldName>;

/** A form that registers an application: both rules are on unless they are switched off. */
export const newApplicationForm: ApplicationForm = {
  name: "",
  description: "",
  home_page: "",
  terms: "",
  privacy: "",
  contact: "",
  redirect_uris: "",
  allowed_networks: "",
  is_public: "",
  may_write: "",
  requires_pkce: "on",
  refresh_requires_secret: "on",
};

/** The form of an application as it is. */
export function formOf(fields: ApplicationFields): ApplicationForm {
  return {
    name: fields.name,
    description: fields.description,
    home_page: fields.homePage,
    terms: fields.terms,
    privacy: fields.privacy,
    contact: fields.contact,
    redirect_uris: fields.redirectUris.join("\n"),
    allowed_networks: fields.allowedNetworks.join("\n"),
    is_public: fields.isPublic ? "on" : "",
    may_write: fields.mayWrite ? "on" : "",
    requires_pkce: fields.requiresPkce ? "on" : "",
    refresh_requires_secret: fields.refreshRequiresSecret ? "on" : "",
  };
}

/** What was entered, as it is stored. Check it with {@link problemsOf} first. */
export function fieldsOf(form: ApplicationForm): ApplicationFields {
  return {
    name: form.name.trim(),
    description: withLineFeeds(form.description).trim(),
    homePage: form.home_page.trim(),
    terms: form.terms.trim(),
    privacy: form.privacy.trim(),
    contact: form.contact.trim(),
    redirectUris: distinctLines(form.redirect_uris),
    allowedNetworks: distinctLines(form.allowed_networks),
    isPublic: form.is_public !== "",
    mayWrite: form.may_write !== "",
    requiresPkce: form.is_public !== "" || form.requires_pkce !== "",
    refreshRequiresSecret: form.is_public === "" && form.refresh_requires_secret !== "",
  };
}

/** Checks what was entered. @returns undefined when all of it can be stored */
export function problemsOf(form: ApplicationForm, language: Language): ApplicationFormProblems | undefined {
  const { form: texts } = consoleTextsFor(language);
  const { problems } = texts;
  const fields = fieldsOf(form);
  const address = (text: string) => (isAddress(text) ? undefined : problems.address_malformed);
  const found = {
    name: nameProblem(fields.name, problems),
    description: isText(fields.description, applicationLimits.text)
      ? undefined
      : problems.description_malformed,
    home_page: address(fields.homePage),
    terms: address(fields.terms),
    privacy: address(fields.privacy),
    contact: isText(fields.contact, applicationLimits.contact) ? undefined : problems.contact_malformed,
    redirect_uris: redirectUriProblem(form, texts),
    allowed_networks: networkProblem(form.allowed_networks, language),
  };
  return hasProblems(found) ? withoutUndefined(found) : undefined;
}

function withoutUndefined(found: {
  readonly [Name in FieldName]?: string | undefined;
}): ApplicationFormProblems {
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
}

function nameProblem(name: string, problems: ConsoleTexts["form"]["problems"]): string | undefined {
  if (name === "") return problems.name_missing;
  return declaredName().safeParse(name).success ? undefined : problems.name_malformed;
}

function isText(text: string, max: number): boolean {
  return declaredText(0, max).safeParse(text).success;
}

function isAddress(text: string): boolean {
  return text.length <= applicationLimits.address && isLinkAddress(text);
}

/** A sentence for each line and what is wrong with it. */
function redirectUriProblem(form: ApplicationForm, texts: ConsoleTexts["form"]): string | undefined {
  const lines = linesOf(form.redirect_uris);
  const find = form.is_public === "" ? findRedirectUriProblems : findPublicRedirectUriProblems;
  if (lines.length > applicationLimits.redirectUris) return texts.problems.redirect_uris_too_many;
  return sentences(
    lines.flatMap((line) =>
      find(line.text).map((problem) => texts.line(line.number, texts.redirectUri[problem])),
    ),
  );
}

function sentences(found: readonly string[]): string | undefined {
  return found.length === 0 ? undefined : found.join(" ");
}
