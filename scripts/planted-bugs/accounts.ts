import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** Mistakes about how accounts are created and kept. */
export const accountBugs: readonly PlantedBug[] = [
  {
    name: "invitation-used-twice",
    breaks: "Two requests at once use the same invitation.",
    file: `${src}/store/invitation-table.ts`,
    within: "takeInvitation",
    find: "return numDeletedRows === 0n ? undefined : invitation;",
    replace: "return numDeletedRows < 0n ? undefined : invitation;",
    engine: "postgres",
    caughtBy: security("invitations"),
  },
  {
    name: "invitation-never-over",
    breaks: "An invitation works for ever.",
    file: `${src}/store/invitation-table.ts`,
    within: "usableInvitations",
    find: `.where("i.expires_at", ">", nowMs)`,
    replace: "",
    caughtBy: security("invitations"),
  },
  {
    name: "invitation-of-a-disabled-user",
    breaks: "The invitations of a user who was disabled still work.",
    file: `${src}/store/invitation-table.ts`,
    find: `eb("u.disabled", "=", 0)`,
    replace: `eb("u.disabled", ">=", 0)`,
    caughtBy: security("invitations"),
  },
  {
    name: "invitation-of-another-team-withdrawn",
    breaks: "A team can withdraw the invitations of another team.",
    file: `${src}/store/invitation-table.ts`,
    within: "withdrawInvitation",
    find: `eb("team_id", "=", teamId)`,
    replace: `eb("team_id", ">", 0)`,
    caughtBy: security("invitations"),
  },
  {
    name: "first-link-after-the-first-user",
    breaks: "The link of the first start makes an administrator although there are users.",
    file: `${src}/store/join-platform.ts`,
    find: `kinds.filter((kind) => kind !== "first_administrator")`,
    replace: `kinds.filter((kind) => kind !== undefined)`,
    caughtBy: security("invitations"),
  },
  {
    name: "sign-up-in-spite-of-the-setting",
    breaks: "Where sign-up is closed, an invitation still creates an account.",
    file: `${src}/account/sign-up.tsx`,
    find: `if (mode === "closed" && invitation?.kind !== "first_administrator")`,
    replace: `if (mode === "closed" && invitation === undefined)`,
    caughtBy: security("invitations"),
  },
  {
    name: "first-link-in-the-log",
    breaks: "The link that creates the first administrator is in the log.",
    file: `${src}/commands/first-start.ts`,
    find: "{ file: file.path }",
    replace: "{ file: file.path, address }",
    caughtBy: ["packages/server/test/commands/first-start.test.ts"],
  },
];
