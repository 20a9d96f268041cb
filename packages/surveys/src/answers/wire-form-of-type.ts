import type { QuestionType } from "../model/question.ts";
import {
  blanksForm,
  choiceForm,
  choiceRowsForm,
  fileForm,
  markRowsForm,
  noForm,
  pathForm,
  textForm,
  type WireForm,
} from "./wire-forms.ts";

/** How answers to each type of question look on the wire. */
export const wireFormOfType: Readonly<Record<QuestionType, WireForm>> = {
  radio: choiceForm,
  checkbox: choiceForm,
  select: choiceForm,
  sort: choiceForm,
  text: textForm,
  textarea: textForm,
  phone: textForm,
  datetime: textForm,
  address: textForm,
  star: textForm,
  nps: textForm,
  blanks: blanksForm,
  chained_selects: pathForm,
  matrix_radio: choiceRowsForm,
  matrix_checkbox: choiceRowsForm,
  matrix_star: markRowsForm,
  upload: fileForm,
  description: noForm,
};
