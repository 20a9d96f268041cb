import { SaxesParser } from "saxes";
import type { InTurns } from "../model/in-turns.ts";
import { FileProblem, fileLimits } from "./file-problem.ts";

/** An element of XML with what is inside it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of the element itself, CDATA included. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Characters that are parsed in a turn. */
const inTurn = 64 * 1024;

/**
 * Parses XML. Nothing is fetched, and only the five entities of XML itself are known: a file that declares its own is refused, as
 * they can name files of this machine or grow without end (CWE-611, CWE-776).
 *
 * @throws `FileProblem`
 */
export function* parseXmlInTurns(xml: string): InTurns<XmlElement> {
  const tree = new XmlTree();
  for (let at = 0; at < xml.length; at += inTurn) {
    tree.write(xml.slice(at, at + inTurn));
    yield;
  }
  return tree.end();
}

/** A parser that takes no entities but those of XML itself. */
function guardedParser(): SaxesParser {
  const parser = new SaxesParser();
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new FileProblem("declares entities of XML, which are not read");
  });
  parser.on("error", () => {
    throw new FileProblem(`is not well-formed XML at line ${parser.line}`);
  });
  return parser;
}

/**
 * The rows of a table in XML, which may be more than a tree of {@link parseXmlInTurns} has room for: the texts of the elements in each
 * element of a name.
 *
 * @throws `FileProblem` as {@link parseXmlInTurns}
 */
export function* xmlRowsInTurns(
  xml: string,
  rowName: string,
): InTurns<readonly ReadonlyMap<string, string>[]> {
  const parser = guardedParser();
  const rows: Map<string, string>[] = [];
  let row: Map<string, string> | undefined;
  let field = "";
  const addText = (text: string) => {
    if (field !== "") row?.set(field, (row.get(field) ?? "") + text);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentag", ({ name }) => {
    if (name === rowName) row = new Map();
    else field = name;
  });
  parser.on("closetag", ({ name }) => {
    field = "";
    if (name !== rowName || row === undefined) return;
    rows.push(row);
    row = undefined;
  });
  for (let at = 0; at < xml.length; at += inTurn) {
    parser.write(xml.slice(at, at + inTurn));
    yield;
  }
  parser.close();
  return rows;
}

class XmlTree {
  readonly #parser = guardedParser();
  readonly #root: OpenElement = { name: "", attributes: {}, children: [], text: "" };
  readonly #open: OpenElement[] = [this.#root];
  #count = 0;

  constructor() {
    const addText = (text: string) => {
      const inner = this.#open.at(-1);
      if (inner !== undefined) inner.text += text;
    };
    this.#parser.on("text", addText);
    this.#parser.on("cdata", addText);
    this.#parser.on("opentag", ({ name, attributes }) => this.#begin(name, attributes));
    this.#parser.on("closetag", () => this.#open.pop());
  }

  write(xml: string): void {
    this.#parser.write(xml);
  }

  end(): XmlElement {
    this.#parser.close();
    const [element] = this.#root.children;
    if (element === undefined) throw new FileProblem("has no element of XML");
    return element;
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#count += 1;
    if (this.#count > fileLimits.xmlElements || this.#open.length > fileLimits.xmlDepth)
      throw new FileProblem("has more XML, or deeper XML, than a survey can have");
    const element: OpenElement = { name, attributes: { ...attributes }, children: [], text: "" };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }
}

/** The first element of a name inside another. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All elements of a name anywhere inside another, in the order of the file. */
export function* descendantsOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    else yield* descendantsOf(child, name);
  }
}
