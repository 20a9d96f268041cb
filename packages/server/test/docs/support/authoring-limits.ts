import {
  fileLimits,
  longestSurveyText,
  mostPictures,
  mostSurveyLanguages,
} from "@survey-open-platform/surveys";
import { surveyPictureMaximumBytes, surveyPictureMaximumPixels } from "../../../src/model/survey-picture.ts";
import { count, kilobytes, type Limit, megabytes } from "./limit.ts";

/** What is too large or too many of the texts and pictures that authors give a survey. */
export const authoringLimits: readonly Limit[] = [
  {
    what: "text form of a survey",
    amount: kilobytes(longestSurveyText),
    whom: "each survey",
    beyond: "the survey is refused",
  },
  {
    what: "a file of another survey system, and a workbook of answers",
    amount: megabytes(fileLimits.bytes),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "what a packed file becomes",
    amount: megabytes(fileLimits.unpackedBytes),
    whom: "each file",
    beyond: "the file is refused before it has",
  },
  {
    what: "parts of a packed file",
    amount: count(fileLimits.parts),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "languages of a survey, its own one among them",
    amount: count(mostSurveyLanguages),
    whom: "each survey",
    beyond: "the language is refused",
  },
  {
    what: "file of a logo, or of a picture of a survey, question or option",
    amount: megabytes(surveyPictureMaximumBytes),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "pixels of a logo, or of a picture of a survey, question or option",
    amount: count(surveyPictureMaximumPixels),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "pictures that a survey has had, those of its questions and options among them",
    amount: count(mostPictures),
    whom: "each survey",
    beyond: "the file is refused",
  },
];
