import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { teamRoles, type TeamRole } from "../../model/team.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import { declaredName } from "../../session/credential-fields.ts";
import { createInvitation, invitationSeconds } from "../../store/people/invitation-table.ts";
import { settingArguments } from "./arguments.ts";
import { guessedAddressText, pagesAddress, pagesAddressArguments } from "./pages-address.ts";
import { namedTeamId } from "./find-for-command.ts";
import {
  makeShownOnce,
  operatorArguments,
  placeText,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
  type ParsedArguments,
} from "./operator-command.ts";

const invitationFile = {
  name: "invitation",
  lost: "The invitation would be lost",
  advice: "Run the command in a terminal, or from a folder that this user may write to.",
};

// The keys of the table are its roles.
const roles = Object.keys(teamRoles) as readonly TeamRole[];

/** `sop invite`: makes a link by which someone joins the platform or a team. */
export const inviteCommand: Command = {
  meta: { name: "invite", description: "Make a link by which someone joins the platform or a team" },
  args: {
    team: {
      type: "string",
      valueHint: "name",
      description: "The team that the link is to. The platform unless given.",
    },
    role: {
      type: "string",
      valueHint: roles.join(", "),
      description: "With --team: the role in it.\ndefault member",
    },
    note: {
      type: "string",
      valueHint: "text",
      description: "For whom it is; shown in the list of invitations.",
    },
    ...pagesAddressArguments,
    ...settingArguments(["signUp"]),
    ...operatorArguments,
  },
  async run({ args }) {
    const request = readRequest(args);
    await runOnStore("invite", args, (context) => invite(context, request));
  },
};

interface InvitationRequest {
  readonly team: string | undefined;
  readonly role: TeamRole;
  readonly note: string;
}

/** @throws `UsageError` */
function readRequest(args: ParsedArguments): InvitationRequest {
  const team = textOption(args, "team");
  const given = textOption(args, "role");
  if (given !== undefined && team === undefined) throw new UsageError("--role needs --team");
  const role = roles.find((known) => known === (given ?? "member"));
  if (role === undefined) throw new UsageError(`--role takes one of ${roles.join(", ")}`);
  const note = (textOption(args, "note") ?? "").trim();
  if (note !== "" && !declaredName().safeParse(note).success)
    throw new UsageError("--note takes one line of at most 100 characters");
  return { team, role, note };
}

async function invite(
  { store, config, actor }: OperatorContext,
  { team, role, note }: InvitationRequest,
): Promise<CommandResult> {
  if (team === undefined && config.signUp === "closed")
    throw new CommandError(
      "Nothing was changed. SOP_SIGN_UP is closed: a link to the platform creates no account.",
    );
  const target =
    team === undefined ? undefined : { id: await namedTeamId(store, team), role: teamRoles[role] };
  const token = makeRandomId();
  const { file } = await makeShownOnce(config, invitationFile, async () => {
    await store.write(createInvitation, { hash: hashToken(token), note, team: target }, actor);
    return { made: undefined, shown: `${pagesAddress(config)}/invitations/${token}` };
  });
  const to = team === undefined ? "the platform" : `the team ${team} as ${role}`;
  const days = invitationSeconds / 86_400;
  return {
    text: `Made an invitation to ${to}. The link works once, for ${days} days.${guessedAddressText(config)}${placeText("The link", file)}`,
    json: {
      invited: true,
      team: team ?? null,
      role: team === undefined ? null : role,
      linkFile: file ?? null,
    },
  };
}
