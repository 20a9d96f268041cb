import { raw } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { inTurns, type InTurns } from "@survey-open-platform/surveys";
import { renderPart } from "./render-page.ts";

/** A part of a page that is HTML already. */
export type RenderedPart = ReturnType<typeof raw>;

/**
 * Renders the long parts of a page one after the other, with the other work of the process between them: a survey of the largest size
 * would hold up all requests otherwise. The page is the same as when it is rendered at once.
 */
export function renderInTurns(parts: readonly JSX.Element[]): Promise<readonly RenderedPart[]> {
  return inTurns(rendered(parts));
}

function* rendered(parts: readonly JSX.Element[]): InTurns<readonly RenderedPart[]> {
  const done: RenderedPart[] = [];
  for (const part of parts) {
    if (done.length > 0) yield;
    done.push(raw(renderPart(part)));
  }
  return done;
}
