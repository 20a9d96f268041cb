import type { InTurns } from "../model/in-turns.ts";
import type { NeutralSurvey } from "./neutral-survey.ts";
import type { XmlElement } from "./parse-xml.ts";

/** What becomes of a construct of a source. */
export interface Construct {
  /** As the source calls it. */
  readonly name: string;
  readonly outcome: "kept" | "changed" | "left out";
  /** What it is here, or why it is not here. */
  readonly here: string;
}

/** A file whose container is open: what its kind is known by. */
export type OpenedFile =
  | { readonly kind: "xml"; readonly root: XmlElement }
  | { readonly kind: "json"; readonly json: unknown }
  | { readonly kind: "zip"; readonly parts: ReadonlyMap<string, string> }
  | { readonly kind: "document"; readonly lines: readonly string[] }
  | { readonly kind: "text"; readonly text: string };

/** What a reader needs to know. */
export interface SourceRequest {
  /** Of the texts, where the file has several languages and names no first one, and of words that it leaves to its system. */
  readonly language: "en" | "zh-CN";
}

/** A system whose files are taken in, and what becomes of each of their constructs. */
export interface ImportKind {
  /** On pages, in reports and in the reference. */
  readonly name: string;
  /** Its files, such as `.lss`. */
  readonly files: string;
  readonly constructs: readonly Construct[];
}

/** A system whose files become the neutral form: how they are known, and how they are read. */
export interface ImportSource extends ImportKind {
  readonly matches: (file: OpenedFile) => boolean;
  /** @throws `FileProblem` */
  readonly read: (file: OpenedFile, request: SourceRequest) => InTurns<NeutralSurvey>;
}
