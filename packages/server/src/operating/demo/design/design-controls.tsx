import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button, type ButtonKind } from "../../../pages/components/button.tsx";
import { ErrorSummary } from "../../../pages/components/error-summary.tsx";
import { CheckBox, Field, FileField, Select, TextArea } from "../../../pages/components/field.tsx";
import { InvitedAddressField } from "../../../pages/components/invited-address-field.tsx";
import { NoteField } from "../../../pages/components/note-field.tsx";
import { PictureForm } from "../../../pages/components/picture-form.tsx";
import { ShowPassword } from "../../../pages/components/show-password.tsx";
import { Part } from "../../../pages/components/part.tsx";
import { designTextsFor } from "./design-texts.ts";

const kinds: readonly ButtonKind[] = ["primary", "choice", "quiet", "danger"];

/** What people press and fill in. The forms go back to the page itself and change nothing. */
export function DesignControls({ language }: { readonly language: Language }): JSX.Element {
  const words = designTextsFor(language);
  return (
    <>
      <Part title={words.sections.buttons}>
        <form method="get" action="/design" class="actions">
          {kinds.map((kind) => (
            <Button kind={kind}>{words.button[kind]}</Button>
          ))}
          <button type="submit" class="text-button">
            {words.button.text}
          </button>
          <a class="link-line" href="/design">
            {words.button.text}
          </a>
        </form>
      </Part>
      <Part title={words.sections.fields}>
        <ErrorSummary language={language} problems={{ wrong: words.error, "wrong-lines": words.error }} />
        <Fields language={language} />
        <PictureForm
          language={language}
          csrf=""
          action="/design"
          remove={words.button.quiet}
          problem={words.error}
        />
      </Part>
    </>
  );
}

function Fields({ language }: { readonly language: Language }): JSX.Element {
  const words = designTextsFor(language);
  const field = { label: words.word, autocomplete: "off" };
  const options = [
    { value: "a", label: words.value },
    { value: "b", label: words.word },
  ];
  return (
    <form method="get" action="/design" class="stack" novalidate>
      <Field id="empty" {...field} required={false} />
      <Field id="hinted" {...field} hint={words.hint} value={words.value} />
      <Field id="wrong" {...field} hint={words.hint} value={words.value} error={words.error} />
      <Field id="secret" {...field} type="password" value={words.value} autocomplete="off" />
      <ShowPassword language={language} />
      <Field id="day" {...field} type="date" required={false} />
      <Field id="moment" {...field} type="datetime-local" required={false} />
      <TextArea id="lines" label={words.word} hint={words.hint} value={words.sentence} rows={3} />
      <TextArea id="wrong-lines" label={words.word} value={words.sentence} error={words.error} rows={3} />
      <Select id="choice" label={words.word} hint={words.hint} value="a" options={options} />
      <CheckBox id="ticked" label={words.word} hint={words.hint} checked />
      <CheckBox id="unticked" label={words.word} checked={false} />
      <FileField id="file" label={words.word} hint={words.hint} accept=".csv" required={false} />
      <FileField id="wrong-file" label={words.word} error={words.error} accept=".csv" required={false} />
      <NoteField label={words.word} hint={words.hint} value="" problem={undefined} />
      <InvitedAddressField language={language} sendsMail value="" problem={undefined} />
    </form>
  );
}
