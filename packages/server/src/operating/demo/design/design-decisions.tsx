import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../../pages/components/button.tsx";
import { CommandBlock } from "../../../pages/components/command-block.tsx";
import { Confirmation } from "../../../pages/components/confirmation.tsx";
import { Copyable } from "../../../pages/components/copyable.tsx";
import { DecisionForm } from "../../../pages/components/decision-form.tsx";
import { Field } from "../../../pages/components/field.tsx";
import { Part } from "../../../pages/components/part.tsx";
import { PostForm } from "../../../pages/components/post-form.tsx";
import { QrCode } from "../../../pages/components/qr-code.tsx";
import { ShareButton } from "../../../pages/components/share-button.tsx";
import { designTextsFor } from "./design-texts.ts";

const address = "https://survey.example/s2/7/4f125d98/";

/** What is copied, shared and decided. The page takes no forms: nothing is changed by its buttons. */
export function DesignDecisions({ language }: { readonly language: Language }): JSX.Element {
  const words = designTextsFor(language);
  return (
    <>
      <Part title={words.sections.copying}>
        <Copyable language={language} about={words.word} value={address} />
        <CommandBlock language={language} about={words.word} command={`curl ${address}`} />
        <QrCode text={address} label={words.word} />
        <ShareButton title={words.title1} url={address} label={words.button.quiet} />
      </Part>
      <Part title={words.sections.decisions}>
        <DecisionForm
          action="/design"
          label={words.sections.decisions}
          values={{}}
          decisions={[
            ["allow", words.button.primary],
            ["deny", words.button.quiet],
          ]}
        />
        <PostForm action="/design" class="stack" main={{ label: words.button.primary }} values={{}}>
          <Field id="typed" label={words.word} hint={words.hint} value="" autocomplete="off" />
          <div class="actions">
            <Button>{words.button.primary}</Button>
          </div>
        </PostForm>
      </Part>
      <Confirmation
        language={language}
        title={words.sections.decisions}
        consequences={[words.sentence, words.sentence]}
        action="/design"
        csrf=""
        submit={words.button.danger}
        cancelPath="/design"
      />
    </>
  );
}
