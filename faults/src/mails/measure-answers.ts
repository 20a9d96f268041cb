import { setTimeout as sleep } from "node:timers/promises";
import { WebClient, type WebForm } from "../../../e2e/support/web-client.ts";
import type { FaultyMailServer } from "./faulty-mail-server.ts";

/** How long answers are sent before the mailing goes on or stops again. */
const sliceMilliseconds = 1000;
const pauseMilliseconds = 10;
/** A form that is sent sooner after it was opened is taken for one of a program. */
const fillInMilliseconds = 4000;

/** A survey with one page and one choice, at a node that believes what a proxy says of addresses. */
export interface OpenSurvey {
  readonly url: string;
  readonly path: string;
}

/** How long answers took, from the form to the response, in ms. */
export interface AnswerTimes {
  readonly quiet: readonly number[];
  readonly mailing: readonly number[];
}

/** A form that was opened, and what is sent with it. */
interface OpenForm {
  readonly browser: WebClient;
  readonly form: WebForm;
  readonly openedAt: number;
}

/**
 * Sends answers as long as a mailing goes on, which stands still in every second slice of time: what else the machine does falls on both
 * alike.
 */
export async function measureAnswers(
  survey: OpenSurvey,
  server: FaultyMailServer,
  isDone: () => boolean,
): Promise<AnswerTimes> {
  const times = { quiet: [] as number[], mailing: [] as number[] };
  const forms: OpenForm[] = [];
  await server.holdWhile(openForms(survey, forms));
  while (!isDone()) {
    await server.holdWhile(answerForAWhile(survey, forms, times.quiet));
    await answerForAWhile(survey, forms, times.mailing);
  }
  return times;
}

/** Opens forms for as long as one has to wait, so that each slice of time has some that can be sent. */
async function openForms(survey: OpenSurvey, forms: OpenForm[]): Promise<void> {
  const end = performance.now() + fillInMilliseconds;
  while (performance.now() < end) {
    forms.push(await openForm(survey));
    await sleep(pauseMilliseconds);
  }
}

async function answerForAWhile(survey: OpenSurvey, forms: OpenForm[], times: number[]): Promise<void> {
  const end = performance.now() + sliceMilliseconds;
  while (performance.now() < end) {
    forms.push(await openForm(survey));
    const isFilledIn = (forms[0]?.openedAt ?? 0) < performance.now() - fillInMilliseconds;
    const oldest = isFilledIn ? forms.shift() : undefined;
    if (oldest !== undefined) times.push(await sendForm(oldest));
    await sleep(pauseMilliseconds);
  }
}

/** Each answer comes from an address of its own: answers of one address are limited. */
async function openForm({ url, path }: OpenSurvey): Promise<OpenForm> {
  const browser = new WebClient(url, { "x-forwarded-for": `10.${part()}.${part()}.${part()}` });
  const page = await browser.get(path);
  const { target, fields } = browser.formOf(page, path);
  const [choice = ""] = /<input[^>]*type="radio"[^>]*>/.exec(page.text) ?? [];
  const given = { [attribute(choice, "name")]: attribute(choice, "value"), action: "next" };
  return { browser, form: { target, fields: { ...fields, ...given } }, openedAt: performance.now() };
}

async function sendForm({ browser, form }: OpenForm): Promise<number> {
  const begin = performance.now();
  const reply = await browser.post(form.target, form.fields);
  const took = performance.now() - begin;
  if (reply.status !== 303) throw new Error(`an answer got ${reply.status}: ${reply.text.slice(0, 500)}`);
  return took;
}

/** A part of an address. */
function part(): number {
  return Math.floor(Math.random() * 250) + 1;
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
