import { expect, test } from "vitest";
import { mayCreateSurveys, type SurveyRelation, surveyRightsOf } from "../../src/model/survey-rights.ts";

const everything = ["see", "edit", "delete", "share", "own"];

test.each<[string, SurveyRelation["role"], { readonly own: string[]; readonly others: string[] }]>([
  ["the owner of a personal survey", "owner", { own: everything, others: everything }],
  ["a creator of the team", 0, { own: everything, others: everything }],
  ["a team administrator", 2, { own: everything, others: everything }],
  ["a survey administrator", 3, { own: ["see", "edit"], others: ["see", "edit"] }],
  ["a member", 4, { own: ["see"], others: [] }],
])("%s has the rights of the role, also to surveys that others have created", (_, role, { own, others }) => {
  expect([...surveyRightsOf({ role, isCreator: true })]).toEqual(own);
  expect([...surveyRightsOf({ role, isCreator: false })]).toEqual(others);
});

test.each([
  ["see", ["see"]],
  ["edit", ["see", "edit"]],
  ["manage", ["see", "edit", "delete", "share"]],
] as const)(
  "who a survey is shared with as %s has those rights, and never fewer than by the own role",
  (share, rights) => {
    expect([...surveyRightsOf({ role: null, isCreator: false, share })]).toEqual(rights);
    expect([...surveyRightsOf({ role: null, isCreator: true, share })]).toEqual(rights);
    expect([...surveyRightsOf({ role: 2, isCreator: false, share })]).toEqual(everything);
  },
);

test("members do not create surveys of a team; all others do", () => {
  expect([0, 2, 3, 4].filter(mayCreateSurveys)).toEqual([0, 2, 3]);
});
