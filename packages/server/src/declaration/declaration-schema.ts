import { z } from "zod";
import {
  declaredAnswerSchema,
  declaredPagesSchema,
  declaredText,
  type OnceRule,
  type Readonlys,
  surveyLimits,
  surveyScene,
  type SurveyStateName,
} from "@survey-open-platform/surveys";
import { checkRegistrableRedirectUri, findPublicRedirectUriProblems } from "../model/redirect-uri.ts";
import { networkListMaximum } from "../model/network-list.ts";
import { teamPlans, type TeamRole } from "../model/team.ts";
import { declaredName, passwordSchema, usernameSchema } from "../session/credential-fields.ts";
import {
  addressSchema,
  appidSchema,
  declarationLimits,
  logoSchema,
  momentSchema,
  networkSchema,
  redirectUriSchema,
  secretSchema,
  surveyKeySchema,
} from "./declaration-fields.ts";

/** A key that may be left out: then what is stored stays, and `fallback` is used for something new. */
function optional<Schema extends z.ZodType>(schema: Schema, fallback: z.input<Schema>, says: string) {
  return schema.optional().meta({ description: says, default: fallback });
}

/** One user. */
export const userSchema = z.strictObject({
  username: usernameSchema.describe("The name that the user signs in with; identifies the user."),
  password: passwordSchema
    .optional()
    .describe("Left out: kept, or generated for a new user and printed once."),
  nickname: declaredName().optional().describe("What others see; the username if a new user is given none."),
  avatar: optional(addressSchema, "", "Address of a picture."),
  administrator: optional(z.boolean(), false, "May administer the platform."),
  disabled: optional(z.boolean(), false, "May not sign in, and grants made by the user are without effect."),
});

/** One third-party application that acts for users who consent. */
const applicationFields = z.strictObject({
  appid: appidSchema.describe("Identifies the application."),
  secret: secretSchema
    .optional()
    .describe(
      "Becomes the only secret. Left out: kept, or generated for a new application and printed once.",
    ),
  name: declaredName().describe("What people read on the consent page."),
  owner: usernameSchema.describe("The user who is responsible for it."),
  redirect_uris: z
    .array(redirectUriSchema)
    .max(declarationLimits.redirectUris)
    .optional()
    .meta({ description: "The registered addresses, all of them: others are removed.", default: [] }),
  description: optional(declaredText(0, declarationLimits.text), "", "What the application is for."),
  home_page: optional(addressSchema, "", "Its home page."),
  logo: optional(logoSchema, "", "A small data: image, or an address that is kept but never loaded."),
  terms: optional(addressSchema, "", "Address of its terms of use."),
  privacy: optional(addressSchema, "", "Address of its privacy statement."),
  verified: optional(z.boolean(), false, "The operator has checked who is behind it."),
  disabled: optional(z.boolean(), false, "Neither the application nor any of its tokens is accepted."),
  may_write: optional(
    z.boolean(),
    false,
    "It asks users for permission to write too: to create and change surveys, and to add answers.",
  ),
  contact: optional(declaredText(0, 200), "", "How the operator reaches the developer; users do not see it."),
  refresh_requires_secret: optional(z.boolean(), false, "A refresh must carry the secret."),
  public: optional(
    z.boolean(),
    false,
    "It runs on its users' devices: it has no secret, and an authorization link must carry a code challenge.",
  ),
  requires_pkce: optional(
    z.boolean(),
    false,
    "An authorization link must carry a code challenge (RFC 7636).",
  ),
  allowed_networks: z.array(networkSchema).max(networkListMaximum).optional().meta({
    description: "Networks in CIDR notation that its token calls may come from; none for all.",
    default: [],
  }),
  when_secret_changes: z.enum(["keep_tokens", "revoke_tokens"]).optional().meta({
    description:
      "What happens to consents and tokens when this file replaces the secret: they stay, or all end and users have to consent again.",
    default: "keep_tokens",
  }),
});

/** What only public applications may register; other problems have been found already. */
function problemsWithoutPublic(uri: string): readonly string[] {
  return findPublicRedirectUriProblems(uri).length === 0 ? checkRegistrableRedirectUri(uri) : [];
}

/** {@link applicationFields} that go together. */
export const applicationSchema = applicationFields.superRefine((application, context) => {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  if (application.public !== true) {
    for (const [index, uri] of (application.redirect_uris ?? []).entries())
      for (const message of problemsWithoutPublic(uri)) refuse(["redirect_uris", index], message);
    return;
  }
  if (application.secret !== undefined)
    refuse(["secret"], "does not go with public: such an application has none");
  if (application.refresh_requires_secret === true)
    refuse(["refresh_requires_secret"], "does not go with public: such an application has no secret");
  if (application.requires_pkce === false) refuse(["requires_pkce"], "cannot be false with public");
});

/** One member of a team. */
const memberSchema = z.strictObject({
  username: usernameSchema.describe("The user."),
  role: z
    .enum(["creator", "team_admin", "survey_admin", "member"] satisfies TeamRole[])
    .describe("What the member may do; a team has at least one creator."),
});

/** The credentials of a team's own server. */
const teamApplicationSchema = z.strictObject({
  appid: appidSchema.describe("Identifies the application; cannot be changed once the team has it."),
  secret: secretSchema
    .optional()
    .describe(
      "Becomes the only secret. Left out: kept, or generated for a new application and printed once.",
    ),
  disabled: optional(z.boolean(), false, "Neither the application nor its token is accepted."),
  may_write: optional(
    z.boolean(),
    true,
    "Its token may write too: create and change surveys of the team, and add answers.",
  ),
});

/** One team. */
export const teamSchema = z.strictObject({
  name: declaredName().describe("Identifies the team."),
  plan: z
    .enum(teamPlans)
    .optional()
    .meta({ description: "Only premium includes the interface.", default: "free" }),
  members: z
    .array(memberSchema)
    .min(1)
    .max(declarationLimits.members)
    .refine((members) => members.some(({ role }) => role === "creator"), {
      error: "must have at least one creator",
    })
    .optional()
    .describe("The members, all of them: others leave. Needed for a new team."),
  application: teamApplicationSchema.optional().describe("The team's application for the interface."),
});

const ownerSchema = z
  .union(
    [
      z.strictObject({ user: usernameSchema.describe("A user's survey.") }),
      z.strictObject({ team: declaredName().describe("A team's survey.") }),
    ],
    { error: 'must be {"user": a username} or {"team": a team\'s name}' },
  )
  .describe("Whose survey it is: decides which tokens reach it.");

/** One survey. */
export const surveySchema = z.strictObject({
  key: surveyKeySchema.describe("Identifies the survey among declared ones."),
  owner: ownerSchema,
  creator: usernameSchema.optional().describe("The user who made it; the owner if that is a user."),
  title: declaredText(1, surveyLimits.title).describe("Its title."),
  prefix: optional(declaredText(0, surveyLimits.description), "", "Text of welcome."),
  suffix: optional(declaredText(0, surveyLimits.description), "", "Text at the end."),
  scene: z
    .literal(Object.values(surveyScene))
    .optional()
    .meta({ description: "What it is used for.", default: 1 }),
  state: z
    .enum(["draft", "collecting", "paused"] satisfies SurveyStateName[])
    .optional()
    .meta({ description: "Whether it takes answers.", default: "draft" }),
  started_at: optional(momentSchema, "", 'When collecting begins, in the platform\'s zone; "" for not set.'),
  end_at: optional(momentSchema, "", 'When collecting ends; "" for not set.'),
  redirect_url: optional(addressSchema, "", "Where respondents are sent after their answer."),
  login_check: optional(z.boolean(), false, "Respondents have to sign in."),
  is_allow_update_answer: optional(z.boolean(), false, "Respondents may change an answer that they gave."),
  answer_limit: optional(
    z.int().min(0).max(1_000_000_000),
    0,
    "The most answers that it takes; 0 for no limit. Declared ones are not refused.",
  ),
  once: optional(
    z.enum(["none", "browser", "person"] satisfies OnceRule[]),
    "none",
    "Who may answer only once: each browser, each person who is signed in, or none of them.",
  ),
  pages: declaredPagesSchema.describe("Its pages, in order."),
  answers: z
    .array(declaredAnswerSchema)
    .optional()
    .describe("Its first answers, in order. Given ones are never changed; more of them are appended."),
});

/** The whole declarative file. */
export const declarationSchema = z
  .strictObject({
    $schema: z.string().optional().describe("Address of this schema, for editors."),
    users: z.array(userSchema).optional().describe("Users."),
    applications: z.array(applicationSchema).optional().describe("Third-party applications."),
    teams: z.array(teamSchema).optional().describe("Teams."),
    surveys: z.array(surveySchema).optional().describe("Surveys."),
  })
  .meta({
    title: "Declarative file of Survey Open Platform",
    description:
      "Users, applications, teams and surveys that a platform has. Applying it twice changes nothing.",
  });

/** A declarative file as written. */
export type DeclarationInput = Readonlys<z.input<typeof declarationSchema>>;

/** One user, checked. */
export type DeclaredUser = z.output<typeof userSchema>;

/** One application, checked. */
export type DeclaredApplication = z.output<typeof applicationSchema>;

/** One team, checked. */
export type DeclaredTeam = z.output<typeof teamSchema>;

/** One survey, checked. */
export type DeclaredSurvey = z.output<typeof surveySchema>;

/** The published JSON Schema (2020-12) of the file. */
export function declarationJsonSchema(): object {
  return z.toJSONSchema(declarationSchema, { target: "draft-2020-12", io: "input" });
}
