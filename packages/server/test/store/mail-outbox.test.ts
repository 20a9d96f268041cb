import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";
import { checkOutbox } from "../../src/operating/commands/doctor/check-outbox.ts";
import { queueMail } from "../../src/store/mail/queue-mail.ts";
import { mailLeaseMilliseconds, readOutboxState, takeMails } from "../../src/store/mail/mail-outbox.ts";
import { refuseMails, hashOfAddress } from "../../src/store/mail/mail-refusal-table.ts";
import { mailDelivererOf, smtpError, startMail, type TestMailServer } from "../support/mail-server.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const ofFlags = (defaults: Readonly<Record<string, string>>) => ({ flags: {}, environment: {}, defaults });

const noticeOf = (place: number) =>
  ({ kind: "password_changed", facts: { username: `user${place}` } }) as const;

/** Writes mails to `person<n>@mail.example`. */
async function queueMany({ store }: TestPlatform, count: number): Promise<void> {
  for (let place = 0; place < count; place += 1)
    await store.write(queueMail, noticeOf(place), {
      address: `person${place}@mail.example`,
      language: "en",
    });
}

const receivers = ({ mails }: TestMailServer) => mails.flatMap(({ to }) => to).toSorted();

async function statesOf({ database }: TestPlatform) {
  return database.reader.kysely
    .selectFrom("mails")
    .select(["state", "attempts", "due_at as dueAt", "facts", "problem"])
    .orderBy("id")
    .execute();
}

describe("mails of the outbox", () => {
  test("are each handed over once, by several nodes, and what they were about is deleted then", async () => {
    const { server, settings, platform } = await startMail();
    await queueMany(platform, 60);
    const nodes = [0, 1, 2].map((node) => mailDelivererOf(platform, settings, { node }));
    await Promise.all(nodes.map((node) => node.deliverDue()));
    expect(receivers(server)).toEqual(
      Array.from({ length: 60 }, (_, place) => `person${place}@mail.example`).toSorted(),
    );
    for (const { state, facts, dueAt } of await statesOf(platform))
      expect({ state, facts, dueAt }).toEqual({ state: "accepted", facts: "{}", dueAt: null });
  });

  test("do not exist without what causes them", async () => {
    const { server, platform, deliverer } = await startMail();
    const undone = platform.store.inTransaction(async (transaction) => {
      await queueMail({ ...transaction, sendsMail: true }, noticeOf(1), {
        address: "a@mail.example",
        language: "en",
      });
      throw new Error("undone");
    }, []);
    await expect(undone).rejects.toThrow("undone");
    await deliverer.deliverDue();
    expect(server.mails).toHaveLength(0);
  });

  test("are not written when no mail server is set", async () => {
    const platform = await startTestPlatform();
    await queueMany(platform, 1);
    expect(await statesOf(platform)).toEqual([]);
  });

  test("are no more than the limit per minute, over all nodes", async () => {
    const { server, settings, platform } = await startMail({ mailPerMinute: "7" });
    await queueMany(platform, 20);
    const nodes = [0, 1].map((node) => mailDelivererOf(platform, settings, { node }));
    const deliver = () => Promise.all(nodes.map((node) => node.deliverDue()));
    await deliver();
    expect(server.mails).toHaveLength(7);
    platform.clock.now += 60_001;
    await deliver();
    expect(server.mails).toHaveLength(14);
  });

  test("of a node that was killed go out again under the same Message-ID, once its lease has ended", async () => {
    const { server, platform, deliverer } = await startMail();
    await queueMany(platform, 1);
    const taking = { lease: "a killed node", limit: 5, perMinute: 1000, engine: platform.store.engine };
    const [taken] = await platform.store.write(takeMails, taking);
    await deliverer.deliverDue();
    expect(server.mails).toHaveLength(0);
    platform.clock.now += mailLeaseMilliseconds;
    // The server has not refused it before, so it follows soon.
    server.refuse = () => smtpError(451, "try later");
    await deliverer.deliverDue();
    server.refuse = () => undefined;
    platform.clock.now += 10_000;
    await deliverer.deliverDue();
    expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual([
      `<${taken?.messageId}@survey.example>`,
    ]);
  });
});

describe("a mail server", () => {
  test("that refuses a mail for ever gets it once; the mail has failed, and says why", async () => {
    const { server, platform, deliverer } = await startMail();
    server.refuse = () => smtpError(550, "no such\u001B[31m mailbox");
    await queueMany(platform, 1);
    await deliverer.deliverDue();
    const [mail] = await statesOf(platform);
    expect(mail).toMatchObject({ state: "failed", dueAt: null, facts: "{}" });
    expect(mail?.problem).toContain("no such");
    expect(mail?.problem).not.toContain("\u001B");
  });

  test("that refuses a mail for now gets it again, later each time, for no longer than five days", async () => {
    const { server, platform, deliverer } = await startMail();
    server.refuse = () => smtpError(451, "try later");
    await queueMany(platform, 1);
    const waits: number[] = [];
    for (;;) {
      await deliverer.deliverDue();
      const dueAt = (await statesOf(platform))[0]?.dueAt;
      if (typeof dueAt !== "number") break;
      waits.push(dueAt - platform.clock.now);
      platform.clock.now = dueAt;
    }
    expect(waits.length).toBeGreaterThan(7);
    for (const [place, wait] of waits.entries()) expect(wait).toBeGreaterThan((waits[place - 1] ?? 0) * 0.8);
    expect(Math.max(...waits)).toBeLessThanOrEqual(27 * 3_600_000);
    expect((await statesOf(platform))[0]?.state).toBe("failed");
  });

  test("that ends the connection instead of replying gets the mail again, and can tell that it is the same", async () => {
    const { server, platform, deliverer } = await startMail();
    server.forgetsReply = true;
    await queueMany(platform, 1);
    await deliverer.deliverDue();
    server.forgetsReply = false;
    platform.clock.now += 60_000;
    await deliverer.deliverDue();
    const ids = server.mails.map(({ parsed }) => parsed.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await statesOf(platform))[0]?.state).toBe("accepted");
  });

  test("that says twice that it took a mail gets each mail once", async () => {
    const { server, platform, deliverer } = await startMail();
    server.repliesTwice = true;
    await queueMany(platform, 20);
    for (let later = 0; later < 3; later += 1) {
      await deliverer.deliverDue();
      platform.clock.now += 60_000;
    }
    expect(server.mails).toHaveLength(20);
    expect(new Set(receivers(server)).size).toBe(20);
    for (const { state } of await statesOf(platform)) expect(state).toBe("accepted");
  });

  test("that does not reply keeps no mail for longer than its deadline, and gets it again", async () => {
    const { server, platform, deliverer } = await startMail();
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
    onTestFinished(() => timeout.mockRestore());
    server.refuse = () => {
      deadline.abort();
      return new Promise(() => undefined);
    };
    await queueMany(platform, 1);
    await deliverer.deliverDue();
    timeout.mockRestore();
    expect((await statesOf(platform))[0]).toMatchObject({
      state: "waiting",
      problem: "Message sending aborted",
    });
    server.refuse = undefined;
    platform.clock.now += 60_000;
    await deliverer.deliverDue();
    expect(receivers(server)).toEqual(["person0@mail.example"]);
  });

  test("that is down gets nothing during a growing pause, which counts as no attempt of any mail", async () => {
    const { server, settings, platform, deliverer } = await startMail();
    await server.close();
    await queueMany(platform, 3);
    const pauses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await deliverer.deliverDue();
      const { pausedUntil, waiting, problem } = await readOutboxState(platform.store.reader);
      expect(waiting).toBe(3);
      expect(problem).not.toBe("");
      pauses.push(pausedUntil - platform.clock.now);
      platform.clock.now = pausedUntil;
    }
    const [finding] = await checkOutbox({ ...readConfig(ofFlags(settings)), database: platform.address });
    expect(finding).toMatchObject({ check: "mail-outbox", level: "warning" });
    expect(finding?.says).toMatch(/^3 mails wait, and 0 were given up .* said last: connect ECONNREFUSED/);
    expect(pauses[0]).toBe(15_000);
    expect(pauses.at(-1)).toBe(3_600_000);
    expect((await statesOf(platform)).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
  });
});

describe("an address that unsubscribed", () => {
  test("gets no mail about that, not even one that waited", async () => {
    const { server, platform, deliverer } = await startMail();
    const invitation = {
      kind: "platform_invitation",
      facts: { token: "t".repeat(32), invitedBy: "Ada" },
    } as const;
    const to = { address: "Person@mail.example", language: "en" };
    await platform.store.write(queueMail, invitation, to);
    await platform.store.write(refuseMails, {
      addressHash: hashOfAddress("person@mail.example"),
      topic: "invitations",
    });
    expect(await platform.store.write(queueMail, invitation, to)).toBe(false);
    expect(await platform.store.write(queueMail, noticeOf(1), to)).toBe(true);
    await deliverer.deliverDue();
    expect(server.mails.map(({ parsed }) => parsed.subject)).toEqual(["Your password was changed"]);
  });
});
