"use strict";
/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-argument, typescript/no-unsafe-return -- it runs in browsers as it is, without types */
/*
 * Sends what is given on a page of a survey while it is filled in, so that a reload loses nothing, and shows the questions that an
 * answer leads to in their place. Without this script both happen with the buttons. Files are sent by the buttons alone.
 */
const form = document.getElementById("survey-form");
const announcer = document.getElementById("survey-status");
/* Its buttons are named "action", which hides the property of that name. */
const address = form.getAttribute("action");
const isKept = form.dataset.kept !== undefined;
let timer;
let sending;
let isChanged = false;
let isLeaving = false;

function givenFields() {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  return new URLSearchParams([...fields, ["action", "save"]]);
}

async function send() {
  try {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(address, { method: "POST", body: givenFields(), signal });
    if (response.status === 200 && !isLeaving) showQuestions(await response.text());
  } catch {
    /* The page still has everything, and the buttons send it. */
  }
}

function save() {
  if (sending !== undefined || isLeaving) return;
  isChanged = false;
  sending = send().finally(() => {
    sending = undefined;
    if (isChanged) save();
  });
}

function saveAfter(milliseconds) {
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(save, milliseconds);
}

/* Browsers may give a request up that is underway when its page is left; Firefox does. */
function saveBeforeLeaving() {
  const isSaved = !isChanged && sending === undefined;
  if (!isKept || isSaved || isLeaving) return;
  isChanged = false;
  navigator.sendBeacon(address, givenFields());
}

function showQuestions(text) {
  const other = new DOMParser().parseFromString(text, "text/html");
  const next = other.getElementById("survey-form");
  if (next === null || fieldOf(next, "page").value !== fieldOf(form, "page").value) return;
  const areNew = placeQuestions(questionsOf(next));
  fieldOf(form, "shown").value = fieldOf(next, "shown").value;
  for (const part of [".survey-progress", ".survey-actions"])
    document.querySelector(part)?.replaceWith(other.querySelector(part) ?? "");
  if (areNew) announcer.textContent = announcer.dataset.more;
}

/* What is there stays as it is, with what was given; only other questions come and go. */
function placeQuestions(wanted) {
  const known = new Map(questionsOf(form).map((question) => [question.dataset.question, question]));
  const ids = new Set(wanted.map((question) => question.dataset.question));
  for (const [id, question] of known) if (!ids.has(id)) question.remove();
  let before = document.getElementById("website").parentElement;
  let areNew = false;
  for (const question of wanted) {
    const place = known.get(question.dataset.question) ?? document.adoptNode(question);
    if (place === question) areNew = true;
    else renumber(place, question);
    if (before.nextElementSibling !== place) before.after(place);
    before = place;
  }
  return areNew;
}

function renumber(place, question) {
  const [number, other] = [place, question].map((one) => one.querySelector(".question-number"));
  if (number !== null && other !== null) number.textContent = other.textContent;
}

function fieldOf(one, name) {
  return one.querySelector(`input[type="hidden"][name="${name}"]`);
}

function questionsOf(one) {
  return [...one.querySelectorAll("[data-question]")];
}

form.addEventListener("change", ({ target }) => {
  if (target.type !== "file") saveAfter(100);
});
if (isKept) form.addEventListener("input", () => saveAfter(2000));
/* An answer that is sent must not be kept as a half-filled form again. */
form.addEventListener("submit", (event) => {
  isLeaving = true;
  clearTimeout(timer);
  if (sending === undefined) return;
  event.preventDefault();
  const { submitter } = event;
  void sending.then(() => form.requestSubmit(submitter));
});
addEventListener("pageshow", () => (isLeaving = false));
addEventListener("beforeunload", saveBeforeLeaving);
addEventListener("pagehide", saveBeforeLeaving);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveBeforeLeaving();
});
