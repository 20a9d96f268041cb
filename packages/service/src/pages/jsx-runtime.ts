import type { JSX } from "hono/jsx/jsx-runtime";
import type { HtmlEscapedString } from "hono/utils/html";

/**
 * Makes HTML of JSX. It has what the pages need of `hono/jsx`, whose types describe them, and takes half of its time: no contexts,
 * no elements that move into the head, no styles as objects.
 */
export type { JSX };

type Properties = Readonly<Record<string, unknown>>;
type Component = (properties: Properties) => unknown;

/** Renders its children alone. */
export const Fragment: Component = ({ children }) => children;

/** An element or a use of a component; the compiler writes the call. It is rendered when it is made a string. */
export function jsx(tag: string | Component, properties: Properties): JSX.Element {
  // The types are those of Hono, which says of its own nodes that they are strings.
  return new JsxNode(tag, properties) as unknown as JSX.Element;
}

export { jsx as jsxs };

class JsxNode {
  readonly tag: string | Component;
  readonly properties: Properties;
  /** Says to Hono that this is HTML. */
  readonly isEscaped = true;

  constructor(tag: string | Component, properties: Properties) {
    this.tag = tag;
    this.properties = properties;
  }

  /** The HTML; a promise when a component further in is asynchronous. */
  toString(): string | Promise<string> {
    return rendered(this);
  }
}

/** What has been rendered so far, from the first component on that has to be waited for in pieces. */
interface Output {
  html: string;
  pieces: (string | Promise<string>)[] | undefined;
}

function rendered(child: unknown): string | Promise<string> {
  const output: Output = { html: "", pieces: undefined };
  addChild(output, child);
  return output.pieces === undefined ? output.html : joined([...output.pieces, output.html]);
}

async function joined(pieces: readonly (string | Promise<string>)[]): Promise<string> {
  return (await Promise.all(pieces.map((piece) => Promise.resolve(piece)))).join("");
}

function addChild(output: Output, child: unknown): void {
  if (typeof child === "string") output.html += escaped(child);
  else if (child instanceof JsxNode) addNode(output, child);
  else if (isNothing(child)) return;
  else if (typeof child === "number") output.html += child;
  else if (Array.isArray(child)) for (const each of child) addChild(output, each);
  else if (child instanceof Promise) addLater(output, child.then(rendered));
  else if (isMarkup(child)) output.html += child;
  else throw new TypeError(`A ${typeof child} cannot be a part of a page`);
}

function isNothing(child: unknown): boolean {
  return child === undefined || child === null || typeof child === "boolean";
}

/** Text that is HTML already, see `raw` of `hono/html`. */
function isMarkup(child: unknown): child is HtmlEscapedString {
  return typeof child === "object" && child !== null && "isEscaped" in child && child.isEscaped === true;
}

function addLater(output: Output, later: Promise<string>): void {
  // Nothing waits for it when rendering fails before the end; its error must not end the process.
  later.catch(() => undefined);
  output.pieces ??= [];
  output.pieces.push(output.html, later);
  output.html = "";
}

function addNode(output: Output, { tag, properties }: JsxNode): void {
  if (typeof tag !== "string") return addChild(output, tag(properties));
  output.html += `<${tag}`;
  for (const name in properties) addAttribute(output, name, properties[name]);
  if (voidElements.has(tag)) {
    output.html += "/>";
    return;
  }
  output.html += ">";
  addChild(output, properties["children"]);
  output.html += `</${tag}>`;
}

function addAttribute(output: Output, name: string, value: unknown): void {
  if (value === undefined || value === null || name === "children") return;
  if (typeof value === "string") output.html += ` ${checked(name)}="${escaped(value)}"`;
  else if (typeof value === "boolean" && booleanAttributes.has(name))
    output.html += value ? ` ${name}=""` : "";
  else if (typeof value === "number" || typeof value === "boolean")
    output.html += ` ${checked(name)}="${value}"`;
  else throw new TypeError(`A ${typeof value} cannot be the attribute ${name}`);
}

const knownNames = new Set<string>();

/** The name of an attribute. @throws TypeError for one that would end it: names are written in the sources, not by users */
function checked(name: string): string {
  if (knownNames.has(name)) return name;
  if (!/^[a-zA-Z][\w:.-]*$/.test(name))
    throw new TypeError("A page has an attribute with an impossible name");
  knownNames.add(name);
  return name;
}

const special = /[&<>"']/;
const everySpecial = /[&<>"']/g;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (character) => entities[character] ?? "") : text;
}

/** Elements without an end tag (https://html.spec.whatwg.org/multipage/syntax.html#void-elements). */
const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Attributes that are there or not, without a value (https://html.spec.whatwg.org/multipage/indices.html#attributes-3). */
const booleanAttributes = new Set(
  `allowfullscreen async autofocus autoplay checked controls default defer disabled download formnovalidate hidden inert ismap itemscope loop
  multiple muted nomodule novalidate open playsinline readonly required reversed selected`.split(/\s+/),
);
