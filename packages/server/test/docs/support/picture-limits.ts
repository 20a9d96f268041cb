import { mostPictures } from "@survey-open-platform/surveys";
import { surveyPictureMaximumBytes, surveyPictureMaximumPixels } from "../../../src/model/survey-picture.ts";
import { count, type Limit, megabytes } from "./limit.ts";

/** What is too large or too many of the pictures of surveys. */
export const pictureLimits: readonly Limit[] = [
  {
    what: "file of a logo or picture of a survey",
    amount: megabytes(surveyPictureMaximumBytes),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "pixels of a logo or picture of a survey",
    amount: count(surveyPictureMaximumPixels),
    whom: "each file",
    beyond: "the file is refused",
  },
  {
    what: "logos and pictures that a survey has had",
    amount: count(mostPictures),
    whom: "each survey",
    beyond: "the file is refused",
  },
];
