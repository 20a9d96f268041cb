import { surveyScene } from "@survey-open-platform/surveys";
import { type DemoRespondent, markOf, oneOf, type RemarkTexts, someOf } from "../demo-respondent.ts";
import { texts, type DemoSurvey, type DemoValues } from "../demo-survey.ts";

const improvements: RemarkTexts = {
  glad: [
    "Honestly, nothing. The jacket kept me dry through a whole week in the fells.",
    "Keep the repair service going, it is the reason I come back.",
    "More colours for the fleece, please. The quality is spot on.",
    "Ordered on Tuesday, had it on Thursday. Do not change a thing.",
    "Perhaps a size guide for children that goes by height and not by age.",
    "Loved the handwritten note in the parcel.",
    "The shop staff in Leeds knew more about boots than anyone I have asked before.",
    "A wish list that I can share with family would be handy before Christmas.",
    "Please bring back the two-person tent in green.",
    "Less tape on the box, otherwise perfect.",
    "The chat answered within a minute, on a Sunday!",
    "I would pay a little more for carbon-neutral delivery.",
    "My old backpack was replaced without a single question asked. Thank you.",
    "Longer opening hours in summer would be lovely.",
  ],
  mixed: [
    "Good gear, but delivery took nine days and the tracking page never moved.",
    "The boots run half a size small. Say so on the page.",
    "Returning was easy, waiting two weeks for the refund was not.",
    "Fine overall. The website is slow on my phone.",
    "Stock information was wrong: the shop had none although the site said three.",
    "Prices have crept up a lot since last year.",
    "The stove works well but the manual was only in German.",
    "Too many e-mails after the order. One is enough.",
    "Colour was duller than in the pictures.",
    "Please let me choose the delivery day.",
  ],
  cross: [
    "Zip broke on the second trip and support asked me for the same photos three times.",
    "Parcel left in the rain in front of the wrong house.",
    "No one answered the phone for two days. I gave up and wrote here.",
    "Paid for express, got standard. No refund of the difference so far.",
    "The tent was missing its poles. On day one of our holiday.",
    "I was charged twice and had to prove it myself.",
    "The sole came off after a month and they called that normal wear.",
  ],
};

const mailboxes = [
  "j.harper",
  "m.okafor",
  "claire.d",
  "tomasz.w",
  "ines.r",
  "sam.whitlock",
  "priya.n",
  "lars.e",
];

function answer(person: DemoRespondent): DemoValues {
  const { random, mood, remarks } = person;
  const overall = markOf(person, [1, 5]);
  const minds = Math.abs(mood - 0.6) > 0.2;
  const fit = (): number => oneOf(person, mood > 0.5 ? [2, 7, 1] : [1, 4, 5]);
  const mailbox = mailboxes[random.whole(0, mailboxes.length - 1)];
  return {
    2: oneOf(person, [34, 27, 18, 14, 7]),
    3: someOf(person, [0.46, 0.38, 0.12, 0.27, 0.16, 0.08]),
    4: random.chance(0.92) ? oneOf(person, [21, 38, 26, 15]) : undefined,
    5: [0.08, -0.08, -0.02, 0.04, 0.02].map((lean) => markOf(person, [1, 5], lean)),
    6: random.chance(0.85) ? { "1": fit(), "2": fit(), "3": fit() } : undefined,
    7: overall,
    8: markOf(person, [0, 10], 0.1),
    9: random.chance(minds ? 0.62 : 0.3) ? remarks.draw(improvements, mood) : undefined,
    10: random.chance(0.2) ? `${mailbox}${random.whole(10, 99)}@mail.example` : undefined,
  };
}

/** In English, owned by the premium team: ten types of question in two pages. */
export const customerSurvey: DemoSurvey = {
  key: "demo-customers-autumn",
  owner: { team: "Northstar Outfitters" },
  creator: "ada",
  title: "Your last order with Northstar",
  prefix: "Thank you for shopping with us. These ten questions take about three minutes.",
  suffix: "Thank you! We read every comment, and answer where you asked us to.",
  scene: surveyScene.survey,
  state: "collecting",
  respondents: 64,
  openForDays: 32,
  usualSeconds: 190,
  answer,
  pages: [
    {
      questions: [
        {
          type: "description",
          title: "About you and your order",
          description: "Please think of the most recent parcel that reached you.",
        },
        {
          type: "radio",
          title: "How did you first hear about us?",
          required: true,
          options: texts(
            "A friend or relative",
            "A search engine",
            "Social media",
            "A shop nearby",
            "Somewhere else",
          ),
        },
        {
          type: "checkbox",
          title: "What did you buy?",
          description: "Choose all that apply.",
          required: true,
          options: texts(
            "Jackets and fleeces",
            "Boots and shoes",
            "Tents",
            "Backpacks",
            "Cooking gear",
            "A gift card",
          ),
        },
        {
          type: "select",
          title: "How often are you outdoors?",
          options: texts("Every week", "A few times a month", "About once a month", "Less often"),
        },
      ],
    },
    {
      questions: [
        {
          type: "matrix_star",
          title: "How would you rate the following?",
          required: true,
          sub_titles: texts(
            "Product quality",
            "Value for money",
            "Delivery time",
            "Packaging",
            "Customer service",
          ),
          star_show_custom_start: "Poor",
          star_show_custom_end: "Excellent",
        },
        {
          type: "matrix_radio",
          title: "Did the product match its description?",
          options: texts("Better than described", "As described", "Worse than described"),
          sub_titles: texts("Size and fit", "Colour", "Weight"),
        },
        {
          type: "star",
          title: "All in all, how satisfied are you?",
          required: true,
          star_show_custom_start: "Not at all",
          star_show_custom_end: "Completely",
        },
        {
          type: "nps",
          title: "How likely are you to recommend Northstar to a friend?",
          required: true,
          star_show_custom_start: "Not likely",
          star_show_custom_end: "Very likely",
        },
        { type: "textarea", title: "What should we do better?", max_length: 1000, rows: 5 },
        {
          type: "text",
          title: "Your e-mail address, if you would like a reply",
          max_length: 120,
          validate: "email",
        },
      ],
    },
  ],
};
