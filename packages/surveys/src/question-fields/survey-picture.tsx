import type { JSX } from "hono/jsx/jsx-runtime";
import { pictureIdPattern, type SurveyPicture } from "../model/survey-theme.ts";

const beginning = "/survey-pictures/";
const ending = ".webp";

/** The id of a picture in the last part of its address; undefined where it names none. */
export function pictureIdIn(name: string): string | undefined {
  const id = name.endsWith(ending) ? name.slice(0, -ending.length) : "";
  return pictureIdPattern.test(id) ? id : undefined;
}

/** A picture in the place that its size takes, so that nothing moves when it arrives. */
export function PictureOfSurvey(props: {
  readonly picture: SurveyPicture;
  readonly class: string;
}): JSX.Element {
  const { id, alt, width, height } = props.picture;
  const size = { width: String(width), height: String(height) };
  return <img class={props.class} src={`${beginning}${id}${ending}`} alt={alt} {...size} />;
}
