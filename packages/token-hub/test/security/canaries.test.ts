import { signHubRequest } from "@survey-open-platform/sdk";
import { expect, test } from "vitest";
import { team } from "../support/test-hub.ts";
import { startTestService, type TestService } from "../support/test-service.ts";

const tokenPath = `/v1/apps/${team.appid}/token`;

/** A network that quotes the whole address, and with it secret and token, in what it throws. */
function quotingFailure(url: string): Error {
  return new TypeError(`fetch failed for ${url}`, { cause: new Error(`cannot reach ${url}`) });
}

interface Answers {
  /** Answers that are meant to carry a token. */
  readonly meant: string[];
  readonly others: string[];
}

/** Uses and misuses everything once. @returns what was answered */
async function doEverything(
  service: TestService,
  secrets: Set<string>,
  breakNetwork: (isBroken: boolean) => void,
) {
  const answers: Answers = { meant: [], others: [] };
  const caller = await service.addCaller();
  secrets.add(caller.secret);
  const ask = async (path: string, init: RequestInit = {}, bearer = caller.bearer) => {
    const answer = await service.ask(path, bearer, init);
    return `${JSON.stringify([...answer.headers])}${await answer.text()}`;
  };
  const report = (version: number) =>
    ask(`${tokenPath}/report`, { method: "POST", body: JSON.stringify({ version }) });
  answers.meant.push(await ask(tokenPath), await report(1));
  service.platform.mintElsewhere();
  answers.meant.push(await report(1));
  const dropIn = `/api/oauth2/access_token?appid=${caller.id}&secret=${caller.secret}&grant_type=client_credential`;
  answers.meant.push(await ask(dropIn, {}, ""));
  const time = Math.floor(Date.now() / 1000) + 1;
  const credentials = { callerId: caller.id, callerSecret: caller.secret };
  const signed = await signHubRequest(credentials, { method: "GET", target: tokenPath, time });
  answers.meant.push(await ask(tokenPath, {}, signed));
  answers.others.push(
    await ask(tokenPath, {}, signed),
    await ask(`/proxy/${team.appid}/api/surveys`),
    await ask(`/proxy/${team.appid}/api/elsewhere`),
    await ask(`${tokenPath}?secret=${caller.secret}`, {}, `Bearer ${caller.id}.${caller.secret}x`),
    await ask(dropIn.replace(caller.secret, `${caller.secret}x`), {}, ""),
    await (await fetch(service.statusUrl ?? "")).text(),
  );
  breakNetwork(true);
  answers.others.push(await report(2), await ask(`/proxy/${team.appid}/api/surveys`));
  breakNetwork(false);
  service.platform.mintElsewhere();
  service.platform.inject({ kind: "server_error", on: "token" });
  await report(2).then((answer) => answers.meant.push(answer));
  return answers;
}

test("no secret or token is found in log, metrics, audit trail, database or answers after everything was done once", async () => {
  let isBroken = false;
  const service = await startTestService({
    settings: { lease_seconds: 2, request_timeout_seconds: 0.6, status_port: 0 },
    wrapFetch: (platform) => async (url, init) => {
      if (isBroken) throw quotingFailure(url);
      return await platform.fetch(url, init);
    },
  });
  const secrets = new Set([team.secret, service.key]);
  const answers = await doEverything(service, secrets, (broken) => (isBroken = broken));
  const metrics = await (await fetch(service.metricsUrl ?? "")).text();
  const whileRunning = service.files();
  await service.stop();
  for (const { token } of service.platform.mints) secrets.add(token);
  const places = {
    log: service.logged.join(""),
    metrics,
    others: answers.others.join("\n"),
    ...whileRunning,
    ...Object.fromEntries(
      Object.entries(service.files()).map(([name, text]) => [`${name} at the end`, text]),
    ),
  };
  expect(secrets.size).toBeGreaterThanOrEqual(6);
  const findings = Object.entries(places).flatMap(([place, text]) =>
    [...secrets].filter((secret) => text.includes(secret)).map(() => place),
  );
  expect(findings).toEqual([]);
  // The search does find what is there.
  expect(answers.meant.filter((text) => [...secrets].some((secret) => text.includes(secret)))).toHaveLength(
    answers.meant.length,
  );
  expect(Object.keys(whileRunning)).toContain("hub.db");
  expect(places.log).toContain("/v1/apps/{appid}/token/report");
  expect(places.metrics).toContain("token_hub_foreign_renewals_total");
});
