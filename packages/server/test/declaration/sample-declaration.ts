import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";

/** A file with something of everything. */
export function sampleDeclaration() {
  return {
    users: [
      {
        username: "ada",
        password: "correct horse 1",
        nickname: "Ada",
        avatar: "https://pictures.example/ada.png",
        administrator: true,
      },
      { username: "bob", password: "correct horse 2", nickname: "Bob <b>" },
    ],
    applications: [
      {
        appid: "demo_app",
        secret: "demo_secret_0123456789abcdef",
        name: "Insight Board",
        owner: "ada",
        redirect_uris: ["http://localhost:8788/callback", "https://board.example/cb?lang=en"],
        description: "Charts of your surveys",
        home_page: "https://board.example/",
        logo: "",
        verified: true,
        disabled: false,
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
        application: { appid: "acme_team", secret: "acme_secret_0123456789abcdef" },
      },
    ],
    surveys: [
      {
        key: "customer-2026",
        owner: { user: "ada" },
        creator: "ada",
        title: "Customers 2026",
        prefix: "Welcome",
        suffix: "Thank you",
        scene: 1,
        state: "collecting",
        pages: [
          {
            questions: [
              {
                type: "radio",
                title: "How did you hear of us?",
                required: true,
                options: [{ text: "Friends" }, { text: "Press" }],
              },
              { type: "text", title: "Anything else?" },
            ],
          },
        ],
        answers: [
          { started_at: "2026-11-01 09:00:00", ended_at: "2026-11-01 09:03:10", values: { "1": "Press" } },
          {
            started_at: "2026-11-01 10:00:00",
            ended_at: "2026-11-01 10:01:00",
            values: { "1": 1, "2": "No" },
          },
        ],
      },
      {
        key: "team-2026",
        owner: { team: "Acme" },
        creator: "bob",
        title: "Team 2026",
        started_at: "2026-11-01 00:00:00",
        end_at: "2026-12-01 00:00:00",
        pages: [{ questions: [{ type: "star", title: "How was it?" }] }],
      },
    ],
  } as const satisfies DeclarationInput;
}
