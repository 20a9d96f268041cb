import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What the people and programs of these tests sign in with; it opens nothing but databases that tests throw away. */
export const credentials = {
  ada: { username: "ada", password: "ada-end-to-end-password" },
  application: { appid: "demo_app", secret: "demo-app-end-to-end-secret-01" },
  publicApplication: { appid: "browser_app" },
  team: { appid: "acme_team", secret: "acme-team-end-to-end-secret-01" },
} as const;

/**
 * Writes a declarative file with a person, an application that is sent back to `callback`, a team and surveys.
 *
 * @param more titles of further surveys of the person
 */
export function writeDeclaration(callback: string, more: readonly string[] = []): string {
  const pages = [
    { questions: [{ type: "radio", title: "Again?", options: [{ text: "Yes" }, { text: "No" }] }] },
  ];
  const declaration = {
    users: [{ ...credentials.ada, nickname: "Ada Lovelace" }],
    applications: [
      {
        ...credentials.application,
        name: "Insight Board",
        owner: "ada",
        redirect_uris: [callback],
        verified: true,
      },
    ],
    teams: [
      {
        name: "Acme",
        plan: "premium",
        members: [{ username: "ada", role: "creator" }],
        application: credentials.team,
      },
    ],
    surveys: [
      ...["Customers 2026 客户", ...more].map((title, at) => ({
        key: at === 0 ? "own" : `own-${at}`,
        owner: { user: "ada" },
        creator: "ada",
        title,
        state: "collecting",
        pages,
      })),
      {
        key: "team",
        owner: { team: "Acme" },
        creator: "ada",
        title: "Team pulse",
        state: "collecting",
        pages,
      },
    ],
  };
  return writeFile(declaration);
}

/** Writes a declarative file with a person, and an application without a secret that is sent back to `callback`. */
export function writePublicApplication(callback: string): string {
  const application = { name: "Browser", owner: "ada", public: true, redirect_uris: [callback] };
  return writeFile({
    users: [{ ...credentials.ada, nickname: "Ada Lovelace" }],
    applications: [{ ...credentials.publicApplication, ...application }],
  });
}

function writeFile(declaration: object): string {
  const folder = mkdtempSync(join(tmpdir(), "sop-declaration-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "declaration.json");
  writeFileSync(file, JSON.stringify(declaration));
  return file;
}
