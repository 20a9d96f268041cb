import type { Language } from "@survey-open-platform/service";
import { surveyState } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ApplicationIdentity } from "../../../pages/components/application-identity.tsx";
import { Avatar } from "../../../pages/components/avatar.tsx";
import { DefinitionList } from "../../../pages/components/definition-list.tsx";
import { DisplayName } from "../../../pages/components/display-name.tsx";
import { DragHandle } from "../../../pages/components/editor-script.tsx";
import { Icon, iconNames } from "../../../pages/components/icon.tsx";
import { Identity, IdentityNote } from "../../../pages/components/identity.tsx";
import { DataTable, EmptyState, Pager, Search } from "../../../pages/components/list.tsx";
import { Moment } from "../../../pages/components/moment.tsx";
import { Notice, type NoticeTone } from "../../../pages/components/notice.tsx";
import { OutsideLink } from "../../../pages/components/outside-link.tsx";
import { Part } from "../../../pages/components/part.tsx";
import { PlainLines } from "../../../pages/components/plain-lines.tsx";
import { RefusalNotice } from "../../../pages/components/refusal-notice.tsx";
import { SentTo } from "../../../pages/components/sent-to.tsx";
import { Sparkline } from "../../../pages/components/sparkline.tsx";
import { SurveyStateBadge } from "../../../pages/components/survey-state.tsx";
import { VerifiedBadge } from "../../../pages/components/verified-badge.tsx";
import { WebHost } from "../../../pages/components/web-host.tsx";
import { SectionNavigation } from "../../../pages/navigation.tsx";
import { designTextsFor } from "./design-texts.ts";

const tones: readonly NoticeTone[] = ["info", "success", "warning", "error"];
const days = [1, 4, 2, 0, 3, 6, 5];
const at = Date.UTC(2026, 10, 21, 8, 0);

type InLanguage = { readonly language: Language };

/** What pages show. */
export function DesignDisplays({ language }: InLanguage): JSX.Element {
  const words = designTextsFor(language);
  return (
    <>
      <Part title={words.sections.notices}>
        {tones.map((tone) => (
          <Notice tone={tone} title={words.tone[tone]}>
            {words.sentence}
          </Notice>
        ))}
        <Notice tone="info">{words.sentence}</Notice>
        <RefusalNotice language={language} retryAfterSeconds={90}>
          {words.sentence}
        </RefusalNotice>
        <SentTo language={language} sentTo="ada@example.org" />
      </Part>
      <Part title={words.sections.badges}>
        <Badges language={language} />
      </Part>
      <Part title={words.sections.people}>
        <People language={language} />
      </Part>
      <Part title={words.sections.lists}>
        <Lists language={language} />
      </Part>
      <Part title={words.sections.icons}>
        <ul class="word-list">
          {iconNames.map((name) => (
            <li>
              <Icon name={name} /> <code>{name}</code>
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

function Badges({ language }: InLanguage): JSX.Element {
  const words = designTextsFor(language);
  return (
    <>
      <p class="actions">
        {Object.values(surveyState).map((state) => (
          <SurveyStateBadge language={language} state={state} />
        ))}
        <VerifiedBadge language={language} verified />
        <VerifiedBadge language={language} verified={false} />
        <span class="survey-label">{words.word}</span>
      </p>
      <p class="sparkline-figure">
        <Sparkline values={days} label={words.answers} /> 21
      </p>
      <p>
        <Moment at={at} timeZone="Asia/Shanghai" language={language} /> ·{" "}
        <Moment at={at} timeZone="Asia/Shanghai" language={language} precision="day" /> ·{" "}
        <OutsideLink href="https://example.com/" label="example.com" language={language} /> ·{" "}
        <WebHost language={language} ascii="xn--bcher-kva.example" unicode="bücher.example" />
      </p>
      <DragHandle title={words.word} />
      <PlainLines lines={[words.value, words.sentence]} none={words.nothing} />
      <PlainLines lines={[]} none={words.nothing} />
    </>
  );
}

function People({ language }: InLanguage): JSX.Element {
  const words = designTextsFor(language);
  const { name, application, developer } = words;
  return (
    <>
      <p class="actions">
        <Avatar name={name} />
        <Avatar name={application} shape="application" />
      </p>
      <Identity name={name}>
        <IdentityNote>{words.sentence}</IdentityNote>
      </Identity>
      <ApplicationIdentity
        language={language}
        application={{ appid: "demo", name: application, developer, verified: true }}
      />
      <DefinitionList
        items={[
          { term: words.word, details: words.value },
          { term: words.word, details: words.sentence },
        ]}
      />
    </>
  );
}

function Lists({ language }: InLanguage): JSX.Element {
  const words = designTextsFor(language);
  const list = { language, path: "/design" };
  return (
    <>
      <SectionNavigation
        language={language}
        label={words.sections.lists}
        path="/design"
        links={[
          { path: "/design", label: words.title },
          { path: "/demo", label: words.word },
        ]}
      />
      <Search {...list} label={words.word} value={words.value} />
      <DataTable
        caption={words.sections.lists}
        rows={[words.title1, words.sentence]}
        columns={[
          { header: words.word, isRowHeader: true, cell: (row) => <DisplayName name={row} /> },
          { header: words.notice, cell: () => words.value },
        ]}
      />
      <Pager {...list} after="1" next="2" />
      <EmptyState title={words.nothing}>
        <p>{words.sentence}</p>
      </EmptyState>
    </>
  );
}
