import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import type { SurveyForUser } from "../../src/store/surveys/survey-for-user-table.ts";
import { ParticipantMailPage } from "../../src/surveys/participants/participant-mail-page.tsx";
import { ParticipantsLookPage } from "../../src/surveys/participants/participants-look-page.tsx";
import { ParticipantsPage } from "../../src/surveys/participants/participants-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const at = 1_790_000_000_000;

/** The pages about participants, with the title of a survey in every place that somebody else may fill. */
export function participantSamples(
  frame: Frame,
  survey: SurveyForUser,
): Readonly<Record<string, JSX.Element>> {
  const text = survey.title;
  const participant = {
    id: 1,
    userId: 7,
    nonce: text,
    email: text,
    phone: text,
    code: text,
    name: text,
    language: text,
    fields: {},
    mails: 2,
    mailedAt: at,
    openedAt: at,
    startedAt: null,
    refusedAt: null,
    endAt: null,
    linkEndAt: at,
    hasLinkEnded: true,
    bounceStatus: "5.1.1",
    hasAnswered: false,
    answerId: null,
    state: "opened",
  } as const;
  return {
    "participants of a survey": (
      <ParticipantsPage
        {...frame}
        survey={survey}
        timeZone="Asia/Shanghai"
        count={2}
        participants={[
          { ...participant, link: text },
          { ...participant, id: 2, email: "", code: text, name: "", state: "bounced", link: text },
        ]}
        search={text}
        state="opened"
        states={
          new Map([
            ["opened", 1],
            ["bounced", 1],
          ] as const)
        }
        after={text}
        next={text}
        isOnly
        linksEndAt={at}
        isAnonymous={false}
        fieldNames={[`of ${text}`, "team", "room"]}
        keptFields={["room"]}
        isAnswered={false}
        mailings={[
          { id: 1, isReminder: false, subject: text, dueAt: at, queued: 3, createdAt: at },
          { id: 2, isReminder: true, subject: text, dueAt: null, queued: 1, createdAt: at },
        ]}
        sendsMail
        sendsThanks
        contactGroups={[{ id: 1, fullName: text }]}
        form={{ people: text, problems: [text] }}
        notice="added"
      />
    ),
    "look at participants": (
      <ParticipantsLookPage
        {...frame}
        timeZone="Asia/Shanghai"
        survey={survey}
        read={{
          encoding: "gb18030",
          delimiter: "|",
          formulas: [{ line: 2, text }],
          columns: [
            { title: text, field: "email" },
            { title: text, field: "own" },
          ],
          participants: [{ ...participant, fields: { [text]: text } }],
          problems: [],
        }}
      />
    ),
    "mail to participants": (
      <ParticipantMailPage
        {...frame}
        survey={survey}
        timeZone="Asia/Shanghai"
        tags={["en", "de", "zh-CN"]}
        fields={{
          kind: "reminder",
          subject: text,
          body: text,
          translations: { en: { subject: text, body: text }, de: { subject: text, body: text } },
          at: text,
        }}
        problems={{ subject: text }}
        email={text}
        previews={[{ to: text, tag: "de", subject: text, body: text }]}
        isTested
      />
    ),
  };
}
