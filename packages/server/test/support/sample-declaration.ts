import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";

/** Passwords and secrets of the sample; they open nothing but databases that tests throw away. */
export const sampleSecrets = {
  ada: "ada-sample-password",
  bob: "bob-sample-password",
  demoApp: "demo-app-sample-secret-000001",
  otherApp: "other-app-sample-secret-00001",
  acmeTeam: "acme-team-sample-secret-00001",
  birchTeam: "birch-team-sample-secret-0001",
  freeTeam: "free-team-sample-secret-00001",
} as const;

/** The address that the sample's application is sent back to. */
export const sampleCallback = "https://insight.example/callback";

const questions = [
  {
    type: "radio",
    title: "Would you come again?",
    required: true,
    options: [{ text: "Yes" }, { text: "No" }],
  },
  { type: "text", title: "Anything else?" },
] as const;

function survey(key: string, owner: { user: string } | { team: string }, creator: string) {
  return {
    key,
    owner,
    creator,
    title: `Survey ${key}`,
    state: "collecting" as const,
    pages: [{ questions: [...questions] }],
  };
}

/**
 * Two people, two applications for people, two teams with a plan and one without, and surveys of each.
 * Ada belongs to team Acme, Bob to team Birch.
 */
export const sampleDeclaration: DeclarationInput = {
  users: [
    {
      username: "ada",
      password: sampleSecrets.ada,
      nickname: "Ada",
      avatar: "https://pictures.example/ada.png",
    },
    { username: "bob", password: sampleSecrets.bob, nickname: "Bob" },
  ],
  applications: [
    {
      appid: "demo_app",
      secret: sampleSecrets.demoApp,
      name: "Insight Board",
      owner: "bob",
      redirect_uris: [
        sampleCallback,
        "http://localhost:8788/callback",
        "https://insight.example/callback?from=sop",
      ],
      verified: true,
    },
    {
      appid: "other_app",
      secret: sampleSecrets.otherApp,
      name: "Other Board",
      owner: "bob",
      redirect_uris: ["https://other.example/callback"],
    },
  ],
  teams: [
    {
      name: "Acme",
      plan: "premium",
      members: [
        { username: "ada", role: "creator" },
        { username: "bob", role: "member" },
      ],
      application: { appid: "acme_team", secret: sampleSecrets.acmeTeam },
    },
    {
      name: "Birch",
      plan: "premium",
      members: [{ username: "bob", role: "creator" }],
      application: { appid: "birch_team", secret: sampleSecrets.birchTeam },
    },
    {
      name: "Free",
      plan: "free",
      members: [{ username: "bob", role: "creator" }],
      application: { appid: "free_team", secret: sampleSecrets.freeTeam },
    },
  ],
  surveys: [
    {
      ...survey("ada-1", { user: "ada" }, "ada"),
      answers: Array.from({ length: 25 }, (_, index) => ({
        started_at: "2026-11-01 09:00:00",
        ended_at: "2026-11-01 09:03:10",
        values: { "1": index % 3 === 0 ? "No" : "Yes", "2": `Remark ${index + 1}` },
      })),
    },
    survey("ada-2", { user: "ada" }, "ada"),
    survey("bob-1", { user: "bob" }, "bob"),
    survey("acme-1", { team: "Acme" }, "ada"),
    survey("acme-2", { team: "Acme" }, "bob"),
    survey("birch-1", { team: "Birch" }, "bob"),
  ],
};
