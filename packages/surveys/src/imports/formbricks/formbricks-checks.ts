import { memberOf, recordsIn, textIn } from "../is-record.ts";
import { bound, type NamedCheck, namedBound, noCheck, type SourceCheck } from "../source-checks.ts";

type Members = Readonly<Record<string, unknown>>;

/** What the rules of a question ask for, and its limit of characters. */
export function checksOf({ validation, charLimit: limit }: Members): readonly NamedCheck[] {
  const isLimited = memberOf(limit, "enabled") === true;
  const rules = recordsIn(memberOf(validation, "rules")).map(({ type, params }) => {
    const check = isAny(validation) ? noCheck : (readers.get(textIn(type))?.(params) ?? noCheck);
    return { text: `${textIn(type)} ${JSON.stringify(params ?? {})}`, check };
  });
  return [...(isLimited ? namedBound("charLimit.max", "longest", memberOf(limit, "max")) : []), ...rules];
}

/** What makes another question of a text: that it has to be a mail address or a phone number. */
export function inputOf({ validation }: Members) {
  const types = new Set(recordsIn(memberOf(validation, "rules")).map(({ type }) => textIn(type)));
  const inputType = isAny(validation) ? undefined : ["email", "phone"].find((type) => types.has(type));
  return inputType === undefined ? {} : { inputType, isLong: false };
}

/** One of several rules that are joined by “or” need not hold. */
function isAny(validation: unknown): boolean {
  return memberOf(validation, "logic") === "or" && recordsIn(memberOf(validation, "rules")).length > 1;
}

type ParamsReader = (params: unknown) => SourceCheck;

const readers: ReadonlyMap<string, ParamsReader> = new Map<string, ParamsReader>([
  ["email", () => ({ validate: "email", isWhole: true })],
  // See inputOf.
  ["phone", () => ({ isWhole: true })],
  ["maxLength", (params) => bound("longest", memberOf(params, "max"))],
  ["minSelections", (params) => bound("least", memberOf(params, "min"))],
  ["maxSelections", (params) => bound("most", memberOf(params, "max"))],
]);
