/** What of a survey of SurveyJS was not carried over. */
export interface ImportLoss {
  /** The name or title of the question, or of the page; "" for the survey itself. */
  readonly at: string;
  readonly code: ImportLossCode;
  /** The type, the setting or the condition, as SurveyJS has it. */
  readonly what: string;
}

/** Why something was not carried over: there is no such type, setting, condition, formatting or other language here. */
export type ImportLossCode = "type" | "setting" | "condition" | "format" | "languages";

/** What the parts of one import share. */
export interface ImportContext {
  readonly language: "en" | "zh-CN";
  readonly losses: ImportLoss[];
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An object of SurveyJS. It remembers which members were read, so that all others can be listed: nothing is left out
 * silently.
 */
export class SurveyJsObject {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #context: ImportContext;
  readonly #read = new Set<string>(["name", "type", "$schema", "locale"]);

  constructor(members: Readonly<Record<string, unknown>>, context: ImportContext) {
    this.#members = members;
    this.#context = context;
  }

  /** A text, in the language of the import where there are several. */
  text(key: string): string {
    return textOf(this.#take(key), this.#context);
  }

  flag(...keys: readonly string[]): boolean {
    return keys.map((key) => this.#take(key)).includes(true);
  }

  /** The number of the first member that is one. */
  number(key: string): number | undefined {
    const value = this.#take(key);
    return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  }

  list(key: string): readonly unknown[] {
    const value = this.#take(key);
    return Array.isArray(value) ? value : [];
  }

  /** The objects of a list. Anything else in its place is noted. */
  objects(key: string): readonly SurveyJsObject[] {
    const value = this.#take(key);
    const entries = Array.isArray(value) ? value : [];
    const isLost = value !== undefined && (entries.length === 0 || !entries.every(isRecord));
    if (isLost && !isSilent(value)) this.lose("setting", key);
    return entries.filter(isRecord).map((members) => new SurveyJsObject(members, this.#context));
  }

  /** The name by which conditions refer to it. */
  get name(): string {
    const name = this.#members["name"];
    return typeof name === "string" ? name : "";
  }

  get type(): string {
    const type = this.#members["type"];
    return typeof type === "string" ? type : "";
  }

  /** Notes that something of this object is not carried over. */
  lose(code: ImportLossCode, what: string): void {
    this.#context.losses.push({ at: this.text("title") || this.name, code, what });
  }

  /** Notes every member that was not read and says something. */
  loseRest(): void {
    for (const [key, value] of Object.entries(this.#members))
      if (!this.#read.has(key) && !isSilent(value)) this.lose("setting", key);
  }

  #take(key: string): unknown {
    this.#read.add(key);
    return Object.hasOwn(this.#members, key) ? this.#members[key] : undefined;
  }
}

/** Whether a setting says that something is not there. */
function isSilent(value: unknown): boolean {
  return value === false || value === "" || value === null || (Array.isArray(value) && value.length === 0);
}

/** A text of SurveyJS, which may be there in several languages. */
export function textOf(value: unknown, { language, losses }: ImportContext): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value).trim();
  if (!isRecord(value)) return "";
  const texts = Object.values(value).filter((text) => typeof text === "string");
  if (texts.length > 1 && !losses.some(({ code }) => code === "languages"))
    losses.push({ at: "", code: "languages", what: Object.keys(value).join(", ") });
  const wanted = language === "en" ? ["en", "default"] : ["zh-cn", "zh-CN", "zh", "default"];
  const found = wanted.map((key) => value[key]).find((text) => typeof text === "string");
  return (found ?? texts[0] ?? "").trim();
}
