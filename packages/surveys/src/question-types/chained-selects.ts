import { z } from "zod";
import { answerable } from "./declared-fields.ts";
import { declaredText, surveyLimits } from "./declared-text.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

const level = declaredText(1, 100);
const path = z.array(declaredText(1, surveyLimits.optionText)).min(1).max(surveyLimits.levels);

const pathsField = z
  .array(path)
  .min(1)
  .max(surveyLimits.paths)
  .superRefine((paths, context) => {
    const message = "a path is there twice, or goes on from where another ends";
    for (const at of sharedPaths(paths)) context.addIssue({ code: "custom", message, path: [at] });
  })
  .describe(
    "The choices of all levels: for each of the last one the texts that lead to it, outermost first.",
  );

/** A choice on each level, of which each depends on the one before. */
export const chainedSelects = {
  names: { "zh-CN": "联动题", en: "Linked choices" },
  purposes: {
    "zh-CN": "先选省份，再选城市，后一级随前一级变化。",
    en: "Country, then city: each menu follows from the one before.",
  },
  icon: "tree",
  labels: { "zh-CN": "联动题", en: "Linked Choice" },
  otherLabels:
    "联动, 多级联动, 级联, 级联选择, 多级下拉, linked dropdown, cascading select, cascading dropdown",
  needs: { levels: true },
  declared: z
    .strictObject({
      type: z.literal("chained_selects"),
      ...answerable,
      levels: z.array(level).min(1).max(surveyLimits.levels).describe("What each level asks for."),
      paths: pathsField,
    })
    .refine(({ levels, paths }) => isEachPathWithin(paths, levels.length), {
      error: "a path has more texts than there are levels",
      path: ["paths"],
    }),
  fields: "chained_selects",
  answers: "path",
  tests: ["choice", "count", "answered"],
} satisfies QuestionTypeDefinition;

/** The positions of paths that end where one before them ends, begins to differ or went through. */
function sharedPaths(paths: readonly (readonly string[])[]): readonly number[] {
  const ends = new Set<string>();
  const starts = new Set<string>();
  return paths.flatMap((texts, at) => {
    const end = JSON.stringify(texts);
    const own = texts.slice(1).map((_, length) => JSON.stringify(texts.slice(0, length + 1)));
    const isShared = ends.has(end) || starts.has(end) || own.some((start) => ends.has(start));
    ends.add(end);
    for (const start of own) starts.add(start);
    return isShared ? [at] : [];
  });
}

/** Whether each path has a level for each of its texts; that there are levels at all is checked apart. */
function isEachPathWithin(paths: readonly (readonly string[])[], levels: number): boolean {
  return levels === 0 || paths.every((texts) => texts.length <= levels);
}
