import { expect, test } from "vitest";
import { InvalidDeclarationError, problemText } from "../../src/declaration/invalid-declaration-error.ts";
import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";
import { sampleDatabase } from "./sample-database.ts";
import { sampleDeclaration } from "./sample-declaration.ts";

const [survey] = sampleDeclaration().surveys;
const [radio, text] = survey.pages[0].questions;

type Questions = NonNullable<DeclarationInput["surveys"]>[number]["pages"][number]["questions"];

/** The survey with other questions, and without answers: those that it has stay. */
function fileWith(questions: Questions): DeclarationInput {
  const { answers: _, ...body } = survey;
  return { surveys: [{ ...body, pages: [{ questions }] }] };
}

const star = { type: "star", title: "How was it?" } as const;

test("a question with answers gets no type that would misread them, also by one inserted before it", async () => {
  const { apply, contents } = await sampleDatabase();
  const before = await contents();
  const problemsOf = async (questions: Questions) => {
    const error: unknown = await apply(fileWith(questions)).catch((reason: unknown) => reason);
    return error instanceof InvalidDeclarationError ? error.problems.map(problemText) : error;
  };
  const says = "does not fit the answers that this question has; hide it, and append another question";
  const [first, second] = [0, 1].map((at) => `surveys[0].pages[0].questions[${at}].type: ${says}`);
  expect(await problemsOf([{ ...radio, type: "checkbox" }, star])).toEqual([first, second]);
  expect(await problemsOf([star, radio, text])).toEqual([first, second]);
  expect(await contents()).toBe(before);
});

test("a question with answers gets a type with like answers, and a new one any type until it has some", async () => {
  const { apply } = await sampleDatabase();
  const like = [
    { ...radio, type: "select" },
    { ...text, type: "textarea" },
  ] as const;
  for (const added of [star, text, star])
    expect(await apply(fileWith([...like, added]))).toMatchObject({ surveys: { updated: 1 } });
});
