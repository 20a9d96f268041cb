/*
 * Writes a survey in its place: the server's own forms and cards are put where they belong, without loading pages. Without this
 * script the same links and forms are pages.
 */
import { config } from "@hotwired/turbo";
import { beginWriting, followCards } from "./cards.ts";
import { followKeys, makeStops } from "./keys.ts";
import { followConditions, hideRedrawing } from "./conditions.ts";
import { followDrags, showHandles } from "./drag.ts";
import { followOthers } from "./others.ts";
import { editor } from "./page.ts";
import { followPalette } from "./palette.ts";
import { prepareParts } from "./parts.ts";
import { followPaste } from "./paste.ts";
import { followPreview } from "./preview.ts";

config.drive.enabled = false;

/** What the server puts in place is prepared as it comes. */
function prepare(): void {
  showHandles();
  hideRedrawing();
  prepareParts();
  beginWriting();
  makeStops();
}

prepare();
followDrags();
followConditions();
if (editor() !== null) {
  followCards();
  followKeys();
  followPalette();
  followPaste();
  followPreview();
  followOthers();
}
new MutationObserver(prepare).observe(document.body, { childList: true, subtree: true });
