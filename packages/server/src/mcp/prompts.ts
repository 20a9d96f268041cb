import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { issueTexts } from "./tool.ts";

const shortText = z.string().min(1).max(500);

/** A text for a model that names the tools; nothing of it comes from a survey. */
interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  readonly given: z.ZodObject;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const prompts: readonly Prompt[] = [
  {
    name: "design_a_survey",
    title: "Design a survey",
    description: "Writes a survey about a topic, checks it and stores it as a draft.",
    arguments: [
      { name: "topic", description: "What the survey is about." },
      { name: "audience", description: "Who answers it." },
    ],
    given: z.strictObject({ topic: shortText, audience: shortText }),
    text: ({ topic = "", audience = "" }) =>
      [
        `Design a survey about this topic: ${JSON.stringify(topic)}. It is answered by: ${JSON.stringify(audience)}.`,
        "First read docs://text-form. Write at most twelve questions, one thing in each, in plain words, the easy ones first.",
        "Check the text with check_survey and mend what it names. Show it to me, and create it with create_survey once I agree.",
        "It is a draft then. Ask with ask_to_publish only if I say so.",
      ].join("\n"),
  },
  {
    name: "read_the_results",
    title: "Read the results",
    description: "Says what the answers to a survey show.",
    arguments: [{ name: "survey_id", description: "Id of the survey, from list_surveys." }],
    given: z.strictObject({ survey_id: z.string().regex(/^\d{1,15}$/, "must be the id of a survey") }),
    text: ({ survey_id: id = "" }) =>
      [
        `Say what the answers to the survey ${id} show.`,
        "Read its questions with get_survey and count with get_results. Compare groups with cross_table or with where.",
        "Name how many answers each statement rests on, and say when there are too few. Quote single answers of list_answers only where they show something that numbers do not.",
        "End with the address of the page with the charts, which get_results gives.",
      ].join("\n"),
  },
];

/** What clients see of the prompts. */
export const promptList = prompts.map(({ name, title, description, arguments: given }) => ({
  name,
  title,
  description,
  arguments: given.map((argument) => ({ ...argument, required: true })),
}));

/** @throws `ProtocolError` for an unknown prompt, and arguments that it does not take */
export function getPrompt(name: string, given: Readonly<Record<string, string>>) {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw invalid("There is no prompt with this name.");
  const parsed = prompt.given.safeParse(given);
  if (!parsed.success) throw invalid(issueTexts(parsed.error));
  const text = prompt.text(given);
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
  };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
