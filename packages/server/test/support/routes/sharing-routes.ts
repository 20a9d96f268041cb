import type { RouteRow } from "./route-row.ts";
import { row, surveyIdOf } from "./survey-routes.ts";
import { userIdOf } from "./team-routes.ts";

/** A request about the offer of that survey to Bob. */
function offerRow(
  method: "GET" | "POST",
  path: string,
  {
    owner,
    status,
    fields,
  }: Pick<RouteRow, "status"> & {
    readonly owner: "ada" | "bob";
    readonly fields?: Readonly<Record<string, string>>;
  },
): RouteRow {
  return {
    method,
    path,
    access: "user",
    owner,
    otherUser: owner === "ada" ? "bob" : "ada",
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const [ada, bob] = [await userIdOf(platform, "ada"), await userIdOf(platform, "bob")];
      const values = { survey_id: surveyId, user_id: bob, offered_by: ada, keeps: 0 } as const;
      await platform.database.write(({ kysely }) =>
        kysely
          .insertInto("survey_offers")
          .values({ ...values, created_at: platform.clock.now })
          .execute(),
      );
      return { address: path.replace(":id", String(surveyId)), ...(fields && { fields }) };
    },
    status,
    other: 404,
  };
}

/** Routes on which people work on a survey together. */
export const sharingRoutes: readonly RouteRow[] = [
  row("/share/people", 200),
  row("/share/people", 303, { do: "add", person: "bob", role: "edit" }),
  { ...row("/hand-over", 200), stepUp: true },
  { ...row("/hand-over", 303, { person: "bob", keeps: "see" }), stepUp: true },
  offerRow("POST", "/surveys/:id/hand-over/withdraw", { owner: "ada", status: 303, fields: {} }),
  offerRow("GET", "/surveys/offers/:id", { owner: "bob", status: 200 }),
  offerRow("POST", "/surveys/offers/:id", { owner: "bob", status: 303, fields: { decision: "accept" } }),
  row("/comments", 200),
  row("/comments", 303, { about: "answer-1", text: "Look at this, @bob" }),
  {
    ...row("/comments/:comment", 303),
    method: "POST",
    async prepare(platform) {
      const surveyId = await surveyIdOf(platform, "ada-1");
      const comment = { survey_id: surveyId, question_id: "q", text: "Look", created_at: platform.clock.now };
      const author = await userIdOf(platform, "ada");
      const { id } = await platform.database.write(({ kysely }) =>
        kysely
          .insertInto("survey_comments")
          .values({ ...comment, author_id: author, answer_id: null, resolved_at: null })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      return { address: `/surveys/${surveyId}/comments/${id}`, fields: { do: "resolve" } };
    },
  },
];
