import { signedInBrowser } from "../../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../../support/test-platform.ts";

const twoPages = `Lunch

Welcome.

How was it?[Single Choice]
Good
Bad

Anything else?[Multiple Line Text]

=== Page Break ===

Would you come again?[Single Choice]
Yes
No`;

/** A platform with a survey of Ada's, created from a text, and a browser in which she is signed in. */
export async function surveyOfAda(text = twoPages) {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const created = await ada.submit(await ada.get("/surveys/new?from=text"), "/surveys/new", { text });
  const [address = ""] = created.location?.split("/edit?", 1) ?? [];
  const id = Number(address.split("/").at(-1));
  const draft = async () => {
    const found = await platform.store.surveys.findDraft(id);
    if (found === undefined) throw new Error("the survey has no draft");
    return found;
  };
  /** The question at a position over all pages, from 0. */
  const question = async (at: number) => {
    const found = (await draft()).definition.pages.flatMap(({ questions }) => questions)[at];
    if (found === undefined) throw new Error(`there is no question ${at}`);
    return found;
  };
  /** The titles of the questions, page by page. */
  const titles = async () =>
    (await draft()).definition.pages.map(({ questions }) => questions.map(({ title }) => title));
  return { platform, ada, address, id, draft, question, titles };
}
