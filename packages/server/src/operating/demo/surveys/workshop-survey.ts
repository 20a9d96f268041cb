import { surveyScene } from "@survey-open-platform/surveys";
import { type DemoRespondent, oneOf, type RemarkTexts, someOf } from "../demo-respondent.ts";
import { texts, type DemoSurvey, type DemoValues } from "../demo-survey.ts";

/** Name, organisation and where they travel from. */
const people = [
  "Amara Nwosu, Harbour Data Trust, London",
  "Benedikt Vogel, Universität Tübingen, Tübingen",
  "Chiara Fontana, Politecnico, Milan",
  "Dilip Raman, Civic Metrics, Birmingham",
  "Elif Demir, Bosphorus Insights, Istanbul",
  "Fiona McAllister, Clyde Council, Glasgow",
  "Gustav Lindqvist, Statistics Office, Stockholm",
  "Hana Kobayashi, Sakura Research, London",
  "Ibrahim El-Sayed, Nile Polling, Cairo",
  "Joanna Kowalska, Fundacja Głos, Kraków",
  "Kwame Boateng, Accra Open Lab, Accra",
  "Leonor Duarte, Instituto de Dados, Lisbon",
  "Mateo Quiroga, Observatorio Sur, Montevideo",
  "Nadia Haddad, Atlas Surveys, Casablanca",
  "Oliver Penrose, Freelance, Bath",
  "Paulina Jensen, Nordic Panel, Copenhagen",
  "Quentin Moreau, Mairie de Lyon, Lyon",
  "Rosa Delgado, Universidad del Valle, Cali",
  "Søren Bak, Byens Data, Aarhus",
  "Tamsin Hughes, Patient Voice, Cardiff",
  "Usha Pillai, Kerala Health Survey, Kochi",
  "Viktor Horák, Brno Labs, Brno",
  "Wendy Arkwright, School Board, Leeds",
  "Xin Yi Tan, Straits Analytics, Singapore",
  "Yusuf Kaya, Anadolu Panel, Ankara",
  "Zoe Papadaki, Aegean Research, Heraklion",
];

const wishes: RemarkTexts = {
  glad: [
    "Could there be half an hour on weighting small samples?",
    "Looking forward to it. Last year's session on question wording changed how we work.",
    "Please share the slides beforehand, I follow better that way.",
    "I am happy to give a five-minute talk on surveying in three languages.",
    "Is there a quiet room for calls?",
    "A round of introductions would be lovely.",
  ],
  mixed: [
    "I need to leave at four to catch a train. Is that a problem?",
    "Will the afternoon be recorded? I can only stay until lunch.",
    "Do we need to bring our own laptop?",
    "Is the venue step-free?",
  ],
  cross: [
    "The map on the website points to the wrong entrance.",
    "I registered last week and heard nothing, so once more.",
  ],
};

interface Guest {
  readonly name: string;
  readonly organisation: string;
  readonly city: string;
}

function guest({ random, remarks }: DemoRespondent): Guest {
  const drawn = remarks.draw({ glad: people, mixed: people, cross: people }, 1);
  const [name = "", organisation = "", city = ""] = (
    drawn ?? `Guest ${random.whole(100, 999)}, Walk-in, London`
  ).split(", ");
  return { name, organisation, city };
}

function mailbox(name: string): string {
  const plain = name
    .replaceAll("ø", "o")
    .normalize("NFD")
    .replaceAll(/[^A-Za-z ]/g, "");
  return `${plain.toLowerCase().replaceAll(" ", ".")}@people.example`;
}

function answer(respondent: DemoRespondent): DemoValues {
  const { random, mood, remarks } = respondent;
  const { name, organisation, city } = guest(respondent);
  const arrival = ["08:30", "08:45", "09:00", "09:15", "10:30", "13:00"];
  return {
    1: { "1": name, "2": organisation },
    2: mailbox(name),
    3: oneOf(respondent, [40, 35, 25]),
    4: random.chance(0.4) ? [1] : someOf(respondent, [0, 0.4, 0.2, 0.2, 0.12], 2),
    5: arrival[random.weighted([22, 35, 24, 10, 5, 4])],
    6: random.chance(0.85) ? city : undefined,
    7: random.chance(0.3) ? `poster-${mailbox(name).split(".")[0]}.pdf` : undefined,
    8: random.chance(0.45) ? remarks.draw(wishes, mood) : undefined,
  };
}

/** In English, owned by a person: a registration form. */
export const workshopSurvey: DemoSurvey = {
  key: "demo-workshop",
  owner: { user: "ada" },
  creator: "ada",
  title: "Registration: Better Questions workshop",
  prefix: "A day about asking well. Places are limited to forty; please register once per person.",
  suffix: "You are on the list. We will write to you a week before the workshop.",
  scene: surveyScene.registration,
  state: "collecting",
  respondents: 26,
  openForDays: 20,
  usualSeconds: 150,
  answer,
  pages: [
    {
      questions: [
        {
          type: "blanks",
          title: "Who is coming?",
          required: true,
          blanks: texts("Name", "Organisation"),
        },
        { type: "text", title: "E-mail address", required: true, max_length: 120, validate: "email" },
        {
          type: "select",
          title: "Which afternoon session would you like?",
          required: true,
          options: texts(
            "Writing questions that mean one thing",
            "Reading open answers at scale",
            "Surveys across languages",
          ),
        },
        {
          type: "checkbox",
          title: "What should the kitchen know?",
          required: true,
          options: [
            { text: "Nothing in particular", exclusive: true },
            { text: "Vegetarian" },
            { text: "Vegan" },
            { text: "Halal" },
            { text: "Gluten-free" },
          ],
        },
        { type: "datetime", title: "When will you arrive on the day?", required: true },
        { type: "address", title: "Where are you travelling from?" },
        {
          type: "upload",
          title: "Poster, if you bring one",
          file_type_limit: ["pdf"],
          file_size_limit: 10_240,
        },
        { type: "textarea", title: "Anything else?", max_length: 500, rows: 3 },
      ],
    },
  ],
};
