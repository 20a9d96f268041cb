import { cellFilter } from "@survey-open-platform/surveys";
import {
  countAnswersBetween,
  type DueWatch,
  dueWatches,
  sendWatchNotice,
} from "../store/mail/survey-watch-table.ts";
import { dueEndNotices, sendEndNotice } from "../store/mail/survey-end-notices.ts";
import type { Store } from "../store/store.ts";

const watchesAtATime = 50;
/** Answers that are read at a time, where only some of them count. */
const answersAtATime = 500;

/** Writes the mails to watchers that are due: about new answers, and about the end or the limit of a survey. Submissions know nothing of it: it reads what they have stored. */
export async function queueSurveyNotices(store: Store): Promise<void> {
  for (const watch of await dueWatches(store.reader, watchesAtATime)) {
    const { count, upTo } =
      watch.condition === "" ? await countAll(store, watch) : await countSome(store, watch);
    await store.write(sendWatchNotice, { watch, count, upTo });
  }
  for (const notice of await dueEndNotices(store.reader)) await store.write(sendEndNotice, notice);
}

async function countAll(store: Store, watch: DueWatch) {
  return { count: await countAnswersBetween(store.reader, watch), upTo: watch.newest };
}

/** Counts the next answers with the choice of a watch; what is beyond them is counted the next time. */
async function countSome(store: Store, { surveyId, seen, newest, condition }: DueWatch) {
  const [questionId = "", ...cell] = condition.split(" ");
  const definitions = await store.surveys.definitionsOf(surveyId);
  const isMeant = cellFilter(definitions, { questionId, cell: cell.join(" ") });
  const request = { surveyId, lastAnswerId: seen, perPage: answersAtATime };
  const answers = await store.surveys.listAnswers(request);
  const last = answers.at(-1)?.answerId ?? newest;
  return {
    count: answers.filter(isMeant).length,
    upTo: answers.length < answersAtATime ? Math.max(newest, last) : last,
  };
}
