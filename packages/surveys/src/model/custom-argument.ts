import { z } from "zod";
import { argumentPattern } from "./logic.ts";
import type { Readonlys } from "./readonlys.ts";

/** A parameter of a survey's address that is kept with the answer, as questions of the page `custom_args`. */
export const customArgumentSchema = z.object({
  id: z.string().meta({ description: "Unique within the survey.", examples: ["custom-arg-01"] }),
  title: z.string().meta({ description: "Name of the parameter in the address." }),
  description: z.string().meta({ description: "What the parameter is for." }),
});

/** A custom argument of a survey. */
export type CustomArgument = Readonlys<z.output<typeof customArgumentSchema>>;

/** Parameters that the address of a survey has anyway. */
export const reservedArguments: readonly string[] = ["answer", "channel", "lang", "p", "page"];

/** Whether a new custom argument may have a name. */
export function isArgumentName(name: string): boolean {
  return argumentPattern.test(name) && !reservedArguments.includes(name);
}

/** The most custom arguments of a survey. */
export const customArgumentsMaximum = 50;

/** Ids for further custom arguments of a survey, each call the next one. */
export function customArgumentIds(known: readonly CustomArgument[]): () => string {
  let number = Math.max(0, ...known.map(({ id }) => Number(id.split("-").at(-1)) || 0));
  return () => `custom-arg-${String((number += 1)).padStart(2, "0")}`;
}

/** Id of the page of an answer that holds its custom arguments. */
export const customArgumentsPageId = "custom_args";

/** Values of an answer's custom arguments, by name of the parameter. */
export type CustomArgumentValues = Readonly<Record<string, string>>;
