import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { frameStyle } from "@survey-open-platform/service";

/** The stylesheet of every page. It loads nothing: no fonts, no pictures. */
export const stylesheet = [
  frameStyle,
  readAsset("style/colors.css"),
  // Later rules win over earlier ones.
  ...["controls", "parts", "screens", "lists", "documentation", "workspace", "answering"].map((part) =>
    readAsset(`style/${part}.css`),
  ),
].join("");

/** The platform's mark: an answer sheet with a tick. */
const mark = readAsset("mark.svg");

/** The scripts of the platform's pages. */
const showPasswordScript = readAsset("show-password.js");
const passkeyScript = readAsset("passkey.js");
const copyScript = readAsset("copy.js");
const shareScript = readAsset("share.js");
const surveyScript = readAsset("survey.js");
const sendFormScript = readAsset("send-form.js");
const filterScript = readAsset("filter.js");
const lookScript = readAsset("look.js");
const settingsScript = readAsset("settings.js");
const editorScript = readAsset("editor.js");
const liveScript = readAsset("live.js");

/** The folder is as far from the sources as from what is built from them. */
function readAsset(path: string): string {
  return readFileSync(new URL(`../../assets/${path}`, import.meta.url), "utf8");
}

/** A file that pages refer to. */
export type Asset = { readonly body: string; readonly contentType: string };

/** The address names the content, so a changed file has a changed address and may be cached for ever. */
function addressOf(name: string, extension: string, body: string): string {
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
  return `/assets/${name}.${hash}.${extension}`;
}

/** The address of the stylesheet of every page. */
export const stylesheetPath = addressOf("style", "css", stylesheet);

/** The address of the picture in the browser's tab. */
export const faviconPath = addressOf("mark", "svg", mark);

/** The address of the script that lets a user look at the password they typed. */
export const showPasswordScriptPath = addressOf("show-password", "js", showPasswordScript);

/** The address of the script that has a passkey sign. */
export const passkeyScriptPath = addressOf("passkey", "js", passkeyScript);

/** The address of the script that copies what is beside a button. */
export const copyScriptPath = addressOf("copy", "js", copyScript);

/** The address of the script that opens the sharing of a device. */
export const shareScriptPath = addressOf("share", "js", shareScript);

/** The address of the script that keeps what a respondent fills in. */
export const surveyScriptPath = addressOf("survey", "js", surveyScript);

/** The address of the script that sends a form at once. */
export const sendFormScriptPath = addressOf("send-form", "js", sendFormScript);

/** The address of the script with which a survey is written in its place; `browser/` has its sources. */
export const editorScriptPath = addressOf("editor", "js", editorScript);

/** The address of the script that keeps results current; `browser/` has its sources. */
export const liveScriptPath = addressOf("live", "js", liveScript);

/** The address of the script that draws the conditions of a filter in their place. */
export const filterScriptPath = addressOf("filter", "js", filterScript);

/** The address of the script that shows the look of a survey while it is chosen. */
export const lookScriptPath = addressOf("look", "js", lookScript);

/** The address of the script of the settings of a survey, some of which exclude each other. */
export const settingsScriptPath = addressOf("settings", "js", settingsScript);

/** Every file that pages refer to, by path; to be served with `Cache-Control: public, max-age=31536000, immutable`. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  [stylesheetPath, { body: stylesheet, contentType: "text/css; charset=utf-8" }],
  [faviconPath, { body: mark, contentType: "image/svg+xml" }],
  [showPasswordScriptPath, { body: showPasswordScript, contentType: "text/javascript; charset=utf-8" }],
  [passkeyScriptPath, { body: passkeyScript, contentType: "text/javascript; charset=utf-8" }],
  [copyScriptPath, { body: copyScript, contentType: "text/javascript; charset=utf-8" }],
  [shareScriptPath, { body: shareScript, contentType: "text/javascript; charset=utf-8" }],
  [surveyScriptPath, { body: surveyScript, contentType: "text/javascript; charset=utf-8" }],
  [sendFormScriptPath, { body: sendFormScript, contentType: "text/javascript; charset=utf-8" }],
  [filterScriptPath, { body: filterScript, contentType: "text/javascript; charset=utf-8" }],
  [lookScriptPath, { body: lookScript, contentType: "text/javascript; charset=utf-8" }],
  [settingsScriptPath, { body: settingsScript, contentType: "text/javascript; charset=utf-8" }],
  [liveScriptPath, { body: liveScript, contentType: "text/javascript; charset=utf-8" }],
  [editorScriptPath, { body: editorScript, contentType: "text/javascript; charset=utf-8" }],
]);
