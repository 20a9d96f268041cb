import { randomUUID } from "node:crypto";
import type { Logger } from "@survey-open-platform/service";
import type { MailSettings } from "../config/read-mail-settings.ts";
import { type MailContent, type MailFacts, type SurveyInvitation, topicOf } from "../model/mail.ts";
import { retryDelay } from "../model/retry-schedule.ts";
import { hashToken, makeRandomId } from "../model/token.ts";
import { OutboxLoop } from "../outgoing/outbox-loop.ts";
import {
  isMailDue,
  mailLeaseMilliseconds,
  type MailOutcome,
  settleMail,
  takeMails,
  type TakenMail,
} from "../store/mail/mail-outbox.ts";
import { hashOfAddress, isRefused } from "../store/mail/mail-refusal-table.ts";
import { queueEndingSecrets } from "../store/mail/mails-of-audit.ts";
import { findResetUser, resolvePasswordReset } from "../store/mail/password-reset-mail.ts";
import { createPasswordLink } from "../store/people/password-link-table.ts";
import type { Store } from "../store/store.ts";
import { findParticipant, type Participant } from "../store/surveys/participant-table.ts";
import { isMailingDue, queueMailings } from "../store/surveys/survey-mailing-table.ts";
import { dueThanks, queueThanks } from "../store/surveys/survey-thanks-table.ts";
import { findSurveyHash } from "../store/surveys/survey-table.ts";
import { participantLinks } from "../session/participant-link.ts";
import { BounceAddresses } from "./bounce-address.ts";
import { copyOfAnswer } from "./copy-of-answer.ts";
import { composeMail } from "./compose-mail.tsx";
import {
  createMailTransport,
  handOverMilliseconds,
  type MailResult,
  type MailTransport,
} from "./mail-transport.ts";
import { queueSurveyNotices } from "./survey-notices.ts";
import { UnsubscribeLinks } from "./unsubscribe-link.ts";

/** Mails that a process hands over at the same time. */
const mostAtATime = 5;
const pollMilliseconds = 1000;
/** After a mail was handed over, others that end meanwhile are followed in the same transaction: answers wait for few commits. */
const takingMilliseconds = 100;
/** How often is looked for what becomes due without a request. */
const scheduleMilliseconds = 15_000;

/** How often is looked for mailings while there is none. */
const invitationMilliseconds = 3000;

/** What handing mails over needs. */
export interface MailDelivererOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly settings: MailSettings;
}

/** Hands the mails of the outbox to the mail server; every process of a platform has one. */
export class MailDeliverer {
  readonly #options: MailDelivererOptions;
  readonly #transport: MailTransport;
  readonly #links: UnsubscribeLinks;
  readonly #bounces: BounceAddresses;
  readonly #lease = randomUUID();
  readonly #handingOver = new Set<Promise<void>>();
  #scheduledFrom = 0;
  #invitationsFrom = 0;
  readonly #loop: OutboxLoop;

  constructor(options: MailDelivererOptions) {
    this.#options = options;
    this.#transport = createMailTransport(options.settings);
    this.#links = new UnsubscribeLinks(options.store);
    this.#bounces = new BounceAddresses(options.store, options.settings.bounces);
    this.#loop = new OutboxLoop({
      take: () => this.#take(),
      sending: () => [...this.#handingOver],
      onFailure: (error) =>
        options.log.debug({ err: error }, "the outbox of mails could not be read; it is tried again"),
      pollMilliseconds,
    });
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Hands over all that is due now, and resolves when nothing is. */
  deliverDue(): Promise<void> {
    return this.#loop.sendDue();
  }

  /** Writes what becomes due without a request, such as that a secret ends soon. */
  async #queueScheduled(): Promise<void> {
    if (performance.now() < this.#scheduledFrom) return;
    this.#scheduledFrom = performance.now() + scheduleMilliseconds;
    await this.#options.store.write(queueEndingSecrets);
    await queueSurveyNotices(this.#options.store);
  }

  /** Invitations, and copies of answers, come some at a time, as fast as those before are handed over. */
  async #queueInvitations(): Promise<void> {
    if (performance.now() < this.#invitationsFrom) return;
    const { store } = this.#options;
    const thanks = await dueThanks(store.reader);
    if (thanks !== undefined) await store.write(queueThanks, thanks);
    const count = (await isMailingDue(store.reader)) ? await store.write(queueMailings) : 0;
    if (count === 0) this.#invitationsFrom = performance.now() + invitationMilliseconds;
  }

  async #take(): Promise<number> {
    await this.#queueScheduled();
    await this.#queueInvitations();
    const { store, settings } = this.#options;
    const limit = mostAtATime - this.#handingOver.size;
    if (limit <= 0 || this.#loop.ending.aborted || !(await isMailDue(store.reader))) return 0;
    const takenAt = performance.now();
    const { engine } = store;
    const taking = { lease: this.#lease, limit, perMinute: settings.perMinute, engine };
    const mails = await store.write(takeMails, taking);
    for (const mail of mails) this.#begin(mail, takenAt);
    return mails.length;
  }

  #begin(mail: TakenMail, takenAt: number): void {
    const { log } = this.#options;
    const handing = this.#handOver(mail, takenAt)
      .catch((error: unknown) => {
        // Its lease ends by itself; it is handed over again then.
        if (!this.#loop.stopping.aborted)
          log.warn({ err: error, mail: mail.id }, "handing a mail over failed");
      })
      .finally(() => {
        this.#handingOver.delete(handing);
        setTimeout(() => this.#loop.wake(), takingMilliseconds).unref();
      });
    this.#handingOver.add(handing);
  }

  async #handOver(mail: TakenMail, takenAt: number): Promise<void> {
    const { store } = this.#options;
    const resolving = { id: mail.id, lease: this.#lease };
    if (mail.recipient === "") return store.write(resolvePasswordReset, resolving);
    const content = await this.#contentOf(mail);
    const result =
      content === undefined
        ? ({
            kind: "failed",
            problem: "its receiver wants no such mail, or its link would open nothing",
          } as const)
        : await this.#send(mail, content, takenAt);
    if (result === undefined) return;
    if (result.kind !== "accepted") this.#logRefusal(mail, result);
    await store.write(settleMail, { ...resolving, outcome: outcomeOf(result, mail) });
  }

  /** @returns undefined when the mail is of no use any more */
  async #contentOf({ kind, facts, recipient, id }: TakenMail): Promise<MailContent | undefined> {
    const { store } = this.#options;
    // It was written as one of them.
    const content = { kind, facts: JSON.parse(facts) as MailFacts[typeof kind] } as MailContent;
    const topic = topicOf(content);
    if (topic !== undefined) {
      const isUnwanted = await isRefused(store.reader, { addressHash: hashOfAddress(recipient), topic });
      if (isUnwanted) return undefined;
      if (content.kind === "survey_thanks") return copyOfAnswer(store, content.facts);
      return content.kind === "survey_invitation" ? invitationOf(store, content.facts) : content;
    }
    if (content.kind !== "password_reset") return content;
    const user = await findResetUser(store.reader, id);
    if (user === undefined) return undefined;
    const token = makeRandomId();
    const link = { hash: hashToken(token), ...user };
    if (!(await store.write(createPasswordLink, link, forgottenPassword))) return undefined;
    return { kind: "password_reset", facts: { identifier: user.username, token } };
  }

  /** @returns undefined when too much of the lease has passed: another process may have the mail soon */
  async #send(mail: TakenMail, content: MailContent, takenAt: number): Promise<MailResult | undefined> {
    if (performance.now() - takenAt > mailLeaseMilliseconds - handOverMilliseconds) return undefined;
    const origin = this.#options.settings.origin();
    const topic = topicOf(content);
    const unsubscribeUrl =
      topic === undefined
        ? undefined
        : origin + (await this.#links.pathOf({ topic, addressHash: hashOfAddress(mail.recipient) }));
    const composed = composeMail({ content, language: mail.language, origin, unsubscribeUrl });
    const { messageId, recipient: to } = mail;
    const returnTo = await this.#bounces.addressOf(mail);
    return this.#transport.send(
      { ...composed, messageId, to, returnTo, unsubscribeUrl },
      this.#loop.stopping,
    );
  }

  /** The log names no receiver. */
  #logRefusal({ id, kind }: TakenMail, { kind: result, problem }: Exclude<MailResult, { kind: "accepted" }>) {
    this.#options.log.warn({ mail: id, kind, result, problem }, "the mail server did not take a mail");
  }
}

/** @returns undefined when the participant has answered, or the link was withdrawn or has ended, since the mail was written */
async function invitationOf(store: Store, facts: SurveyInvitation): Promise<MailContent | undefined> {
  const { surveyId, participantId } = facts;
  const hash = await findSurveyHash(store.reader, { surveyId });
  if (hash === undefined) return undefined;
  const address = `/s2/${surveyId}/${hash}/`;
  if (participantId === undefined) return { kind: "survey_invitation", facts: { ...facts, path: address } };
  const participant = await findParticipant(store.reader, { surveyId, id: participantId });
  if (participant === undefined || !isToBeWritten(participant)) return undefined;
  const link = (await participantLinks(store))(participant.nonce);
  return {
    kind: "survey_invitation",
    facts: {
      ...facts,
      path: `${address}?p=${link}`,
      refusePath: `${address}refuse?p=${link}`,
      endAt: participant.linkEndAt ?? undefined,
    },
  };
}

function isToBeWritten({ hasAnswered, refusedAt, hasLinkEnded }: Participant): boolean {
  return !hasAnswered && refusedAt === null && !hasLinkEnded;
}

/** Who makes the link of a password that somebody has forgotten, for the audit log. */
const forgottenPassword = { userId: null, username: "forgotten password", address: "" };

function outcomeOf(result: MailResult, { attempts }: TakenMail): MailOutcome {
  if (result.kind !== "later") return result;
  return { ...result, retryIn: retryDelay({ attempts, wait: 0, random: Math.random() }) };
}
