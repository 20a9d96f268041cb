import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { outputOf } from "../../../../../scripts/processes/run-program.ts";
import { demoCredentials } from "../../../src/operating/demo/demo-data.ts";
import { makeFolder, runSop, startSop, type SopProcess } from "../commands/support/sop-process.ts";

const demo = ["demo", "--port", "0"];

/** A browser against a real socket, with as much of one as the consent flow needs. */
class SmallBrowser {
  readonly #cookies = new Map<string, string>();

  async go(
    address: string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ address: string; html: string }> {
    const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
    const body = form && new URLSearchParams(form);
    const init = { redirect: "manual", headers: { cookie }, ...(body && { method: "POST", body }) } as const;
    const reply = await fetch(address, init);
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = reply.headers.get("location");
    return location === null
      ? { address, html: await reply.text() }
      : this.go(new URL(location, address).href);
  }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function hiddenFields(html: string): Readonly<Record<string, string>> {
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescapeHtml(value)]));
}

/** The commands of the page that the browser ends up on after signing in by a link and allowing. */
async function allow(platform: SopProcess, link: string, person: { username: string; password: string }) {
  const browser = new SmallBrowser();
  const signIn = await browser.go(link.replace("#wj_redirect", ""));
  const consent = await browser.go(`${platform.url}/login`, { ...hiddenFields(signIn.html), ...person });
  const fields = {
    ...hiddenFields(consent.html.slice(consent.html.indexOf("authorize/decision"))),
    decision: "allow",
  };
  const callback = await browser.go(`${platform.url}/connect/oauth2/authorize/decision`, fields);
  const commands = [...callback.html.matchAll(/<pre class="command"[^>]*><code>(.*?)<\/code>/gs)];
  return { address: callback.address, commands: commands.map(([, text = ""]) => unescapeHtml(text)) };
}

/** What a shell prints for commands that are pasted into it one after the other, as the envelopes in it. */
async function paste(commands: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const printed = await outputOf("sh", [], { input: `${commands.join("\n")}\n` });
  return printed.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

function linkIn(text: string): string {
  return /^http\S+authorize\S+$/m.exec(text)?.[0] ?? "";
}

/** The commands of the welcome, which stand in lines of their own. */
function commandsIn(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^(TEAM_TOKEN|curl)/.test(line));
}

describe("sop demo", () => {
  test("prints what to click and to paste, and all of it works as it stands", async () => {
    const platform = await startSop(demo);
    await platform.prints("Ctrl-C");
    for (const { username, password } of [demoCredentials.ada, demoCredentials.lin]) {
      expect(platform.stdout).toMatch(new RegExp(`${username} +with +${password}`));
    }
    expect(platform.stdout.indexOf('"msg":"listening"')).toBeLessThan(platform.stdout.indexOf("1. "));
    expect(platform.stderr).toBe("");

    const [teamSurveys] = await paste(commandsIn(platform.stdout));
    expect(teamSurveys).toMatchObject({ code: "OK", data: { list: expect.any(Array) } });

    const { html } = await new SmallBrowser().go(`${platform.url}/demo`);
    const teamId = /Its team id, for user_id and org in calls, is <code>(\d+)<\/code>/.exec(html)?.[1];
    const withTeamId = commandsIn(platform.stdout).map((line) =>
      line.replace("/api/surveys?", `/api/surveys?user_id=${teamId}&`),
    );
    expect(await paste(withTeamId)).toMatchObject([{ code: "OK", data: teamSurveys?.["data"] }]);

    const link = linkIn(platform.stdout);
    expect(link).toMatch(/#wj_redirect$/);
    const { address, commands } = await allow(platform, link, demoCredentials.ada);
    expect(address).toMatch(/\/demo\/callback\?code=sopc_[\w-]{32}&state=[0-9a-f]{16}$/);
    const answers = await paste(commands);
    expect(answers.map(({ code }) => code)).toEqual(Array(7).fill("OK"));
    expect(answers[1]).toMatchObject({ data: { nickname: "Ada Merrow" } });
    expect(answers[5]).toMatchObject({ data: { list: expect.any(Array) } });
  });

  test("works on another port with the same data, and changes nothing else of it", async () => {
    const folder = makeFolder();
    const first = await startSop(demo, { folder });
    await first.prints("Ctrl-C");
    await first.stop();
    expect(existsSync(join(folder, "data/demo.db"))).toBe(true);
    const second = await startSop(demo, { folder });
    await second.prints("Ctrl-C");
    const page = await (await fetch(`${second.url}/demo`)).text();
    const links = [...page.matchAll(/href="([^"]*authorize[^"]*)"/g)].map(([, href = ""]) =>
      unescapeHtml(href),
    );
    for (const link of links) {
      const { address, commands } = await allow(second, link, demoCredentials.lin);
      expect(address.startsWith(`${second.url}/demo/callback`)).toBe(true);
      expect(await paste(commands.slice(0, 2))).toMatchObject([
        { code: "OK" },
        { data: { nickname: "林晓月" } },
      ]);
    }
    const team = await paste(commandsIn(second.stdout));
    expect(team).toMatchObject([{ code: "OK" }]);
  });

  test("warns loudly, apart from the log, when other machines can reach it", async () => {
    const platform = await startSop([...demo, "--host", "0.0.0.0"]);
    await platform.complains("WARNING: the demo listens on 0.0.0.0, so other machines can reach it.");
    expect(linkIn(platform.stdout)).toContain("http://127.0.0.1:");
  });

  test("adds its public passwords to no database that holds anything else", async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "own.json"), JSON.stringify({ users: [{ username: "grace" }] }));
    await runSop(["apply", "own.json", "--database", "sqlite:own.db"], { folder });
    const { code, stdout, stderr } = await runSop([...demo, "--database", "sqlite:own.db"], { folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("sqlite:own.db holds other data than the demo's.");
    const { stdout: applied } = await runSop(["apply", "own.json", "--database", "sqlite:own.db"], {
      folder,
    });
    expect(applied).toContain("users: 0 created, 0 updated, 1 unchanged");
  });

  test("says what to do when the sample data was made for another time zone", async () => {
    const folder = makeFolder();
    await (await startSop(demo, { folder })).stop();
    const { code, stderr } = await runSop([...demo, "--time-zone", "Europe/Berlin"], { folder });
    expect(code).toBe(1);
    expect(stderr).toContain("Delete that file, or choose another one with --database.");
    expect(stderr).not.toContain("    at ");
  });

  test("refuses an address that no application may be sent back to", async () => {
    const { code, stderr } = await runSop([...demo, "--auth-url", "http://demo.example"]);
    expect(code).toBe(1);
    expect(stderr).toContain("The demo cannot redirect a browser to http://demo.example");
  });
});
