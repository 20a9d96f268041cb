import type { AnsweringTexts } from "./answering-texts.ts";

export const answeringEn: AnsweringTexts = {
  closedReasons: {
    draft: {
      title: "Not published yet",
      text: "This survey is still being prepared. Ask the person who sent you the link.",
    },
    paused: { title: "This survey is paused", text: "It takes no answers at the moment. Try again later." },
    not_open_yet: { title: "Not open yet", text: "You can answer this survey later." },
    closed: {
      title: "This survey is closed",
      text: "It takes no more answers. Thank you for your interest.",
    },
    full: {
      title: "This survey is full",
      text: "It has all the answers that it needs, and takes no more. Thank you for your interest.",
    },
    already_answered: {
      title: "Already answered",
      text: "You have answered this survey. Each person can answer it once. Thank you.",
    },
    already_sent: {
      title: "Already sent",
      text: "These answers were sent before, and are stored once. Thank you.",
    },
    unchangeable: {
      title: "These answers cannot be changed",
      text: "The survey takes no changes any more, or these answers were given by someone else.",
    },
    sign_in: {
      title: "Sign in to answer",
      text: "Only people who are signed in can answer this survey. Your name is kept with your answers.",
    },
    not_listed: {
      title: "For invited people only",
      text: "This survey is only for people on its list. Open it from the application that invited you.",
    },
    not_invited: {
      title: "For invited people only",
      text: "This survey is only for people who were invited. Open the link of your invitation. If it no longer works, ask the person who sent it.",
    },
    link_ended: {
      title: "Your link has ended",
      text: "It takes no more answers. If you still want to answer, ask the person who invited you.",
    },
    password: {
      title: "Enter the password",
      text: "The person who sent you the link can tell you the password.",
    },
  },
  change: {
    title: "Change your answers",
    text: (survey) =>
      `You can change your answers to “${survey}”. They stay as they are until you save the changes.`,
    replacesBegun: "The answers that you have begun in this browser, and have not sent, will be discarded.",
    begin: "Change",
    changing:
      "You are changing answers that you have sent. They stay as they are until you save the changes.",
    discard: "Leave them as they are",
    save: "Save changes",
    offer: "With this browser, as long as the survey is open.",
  },
  opensAt: (time, zone) => ["It opens on ", time, ` (${zone}).`],
  closedAt: (time, zone) => ["It was open until ", time, ` (${zone}).`],
  kept: "The pages that you sent while the survey was open are kept in this browser for 14 days.",
  signIn: "Sign in",
  answerAgain: "Give other answers",
  password: "Password",
  passwordWrong: "This is not the password of the survey.",
  consent: { title: "Your consent", agree: "I have read this and agree." },
  statement: {
    responsible: (who) => `responsible for your answer is ${who}`,
    purpose: (purpose) => `it is collected for this purpose: ${purpose}`,
    kept: (days) =>
      days === null
        ? "your answer is kept as long as the survey"
        : `your answer is deleted after ${days} days`,
    address: (days) => `your network address is kept for ${days} days`,
    noAddress: "your network address is not kept with it",
    sentence: (parts) => {
      const text = parts.join("; ");
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    },
    more: "What this platform keeps",
  },
  ownAnswer: {
    see: "See, download or delete your answer",
    title: "Your answer",
    notAnswered: "Not answered",
    number: "Number",
    sent: "Sent",
    changed: "Changed",
    address: "Network address",
    consent: "Version of the text that you agreed to",
    link: "Link to this answer",
    linkHint:
      "Copy it to come back from any browser. Everyone who has it can see, change and delete this answer.",
    download: "Download",
    delete: "Delete this answer",
    deleteText:
      "It is deleted with its files, and results no longer count it. Those who got a copy of it are asked by an event to delete it. This cannot be undone.",
    deleteForGood: "Delete for good",
    deleted: "Your answer is deleted",
    deletedText: (survey) => `“${survey}” no longer has it. Backups keep it until they are replaced.`,
  },
  consentNeeded: "Nothing is kept yet: please read the text above the questions, and tick that you agree.",
  continue: "Continue",
  resumed: "Your answers from before are still here. You can go on where you stopped.",
  signOut: "Sign out",
  refusal: {
    link: "I do not want to take part",
    title: "Not taking part",
    text: (survey) =>
      `You were invited to the survey “${survey}”. If you do not want to take part, say so here: you get no more mails about it.`,
    submit: "I do not want to take part",
    done: "It is noted that you do not take part. You get no more mails about this survey.",
    answered: "You have answered this survey already.",
    answer: "Answer the survey after all",
  },
  anonymous:
    "This survey is anonymous. Your link only lets you answer once. What you answer is stored without your name, address and time, mixed with at least four other answers.",
  anonymousDone: "It is kept apart from your name, so it cannot be shown or changed any more.",
  namedAs: (name) => ["Your name is kept with your answers: ", name, "."],
  tooQuick: "That was very quick. Check your answers and send them again.",
  notStored: "Your answers could not be stored just now. They are still here: try again in a moment.",
  formGone:
    "Nothing was sent: this page was opened too long ago, or by someone else. What you gave on it is still here. Check it and go on. You may have to answer earlier pages again.",
  cookiesNeeded:
    "Nothing was sent: the cookie that this form needs is not in your browser. Press the button again. If this message comes back, allow cookies for this site. What you gave is still here.",
  limitReached:
    "Many answers came from your network in the last 24 hours. Your answers are kept: try again tomorrow.",
  tooMuch:
    "Much was sent from your network just now, so this page is not stored yet. Your answers are still here: try again in a few minutes.",
  tooLong:
    "Your answers together are longer than 256 KB, so this page is not stored yet. They are still here: shorten them and send them again.",
  doneTitle: "Thank you",
  done: "Your answers were received.",
  yourAnswer: (hash) => `Number of your answer: ${hash}`,
};
