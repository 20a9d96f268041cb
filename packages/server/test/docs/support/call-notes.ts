/** What the reference says of a call in place of its description. */
export const callNotes: Readonly<Record<string, string>> = {
  requestAccessToken: `\`grant_type\` selects one of two modes.

- **\`authorization_code\`**: for applications of the kind \`web\`; \`code\` is required. The response has all four fields. Only
  a successful exchange uses up the code. \`code_verifier\` is required if and only if the authorization link had a
  \`code_challenge\`.
- **\`client_credential\`**: for a team's application. The response has \`access_token\` and \`expires_in\`. The team's earlier
  tokens stop working at the moment of the response; a refused request does not change the current token. Request and store the token
  in one place, and let your other servers get it from there.`,
  refreshAccessToken: `See [refreshing](#refreshing) for the effects.`,
  listSurveys: `The list depends on the mode:

- **user mode**: the user's surveys. \`openid\` is required and must be the one that was issued with the token;
  \`user_id\`, when sent, must be the same user.
- **team mode**: the team's surveys. \`openid\` or \`user_id\` of a member narrows the list to the surveys that
  this member created; the team's own id as \`user_id\` has no effect.

A page past the end is an empty list.`,
  getSurvey: `See [the two forms of a survey](#the-two-forms-of-a-survey).`,
  getLegacySurvey: `See [the two forms of a survey](#the-two-forms-of-a-survey).`,
  listAnswers: `Start without \`last_answer_id\`; for each further page, send the \`last_answer_id\` of the page before. The answers ascend by
serial, so new answers are at the end and nothing is listed twice. **A crawl ends at the first page whose \`list\` is empty.** Do not end it where
\`last_answer_id\` equals \`total\`, and do not count serials: a deleted answer leaves a gap, so the greatest serial may be more than \`total\`. Keep
\`last_answer_id\`, and ask with it later for answers that are new. A program that asks for the same empty page of any list again and again is
refused after 60 times with \`request_rate_limited\`, and gets it once a second from then on. More than 100 a page may be asked for; a page has 100 then.
(\`per_page\` of the list of surveys is refused above 100: its pages are numbered, and a client that got fewer than it asked for
would miss some.)

A program that keeps a copy asks with \`since\` and \`until\` for what was sent or changed within a time, and with \`include=updated_at\` for the time to ask
with later. Such pages may have 1,000 answers. Only the [changes](#get-apisurveyssurvey_idchanges) have deletions.`,
  listAnswerChanges: `For programs that keep a copy: connectors, spreadsheets, dashboards. Start without \`cursor\`: all answers come, as \`sent\`, part by part. Then
call again with the \`cursor\` of the last response whenever you like: new answers come first, then earlier ones that were \`changed\` or \`deleted\` meanwhile. Ask again at
once while \`has_more\` is true; a part may be empty and have more after it, where \`since\` or \`until\` left everything out. Write each \`answer\` over what you have under
its \`answer_id\`, and delete what was deleted; an answer that you do not have may be deleted, too. Changes and deletions are kept for 90 days. An older cursor gets
\`invalid_argument\` with the parameter \`cursor\`, as does one from before the database was restored from a backup: start again without one, and drop what does not come any
more. That a respondent's account was deleted, which empties their name in their answers, is no change.`,
  getAnswerTable: `The answers as statistics programs and spreadsheets want them: a row for each answer and a column for each question, or for each option, row and blank
of it, over all versions of the survey. Times are in RFC 3339 and UTC; \`updated_at\` is when the answer was last sent or changed. \`format=json\` gives a page in the
envelope; \`format=csv\` and \`format=jsonl\` give all answers as a file, which is sent while it is read:

\`\`\`sh
curl "https://platform.example/api/surveys/7/table?format=csv&appid=my_team&access_token=$TOKEN" --output answers.csv
\`\`\`

A response that breaks off is not whole: it ended because the server or the network failed, or because the token was revoked meanwhile. Go on after the last \`answer_id\` that arrived.
A program may have four files under way at once. What a spreadsheet would compute begins with an apostrophe in CSV, as in the export. With \`values=codes\`, a choice is a number, which
an option keeps in every version: the codebook of the export page says which. \`since\` shows what was changed, and not what was deleted: that is at [changes](#get-apisurveyssurvey_idchanges).`,
  getUser: `Needs a user access token; a team token gets \`claim_error\`.`,
  getAnswer: `Digits are read as the serial; ten letters and digits that begin with a letter as the hash.`,
};
