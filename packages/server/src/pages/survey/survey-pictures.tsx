import { PictureOfSurvey, type SurveyTheme } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";

type SurveyPicturesProps = {
  readonly theme: SurveyTheme | undefined;
  /** Whether it is the first page, which alone has the picture. */
  readonly isFirst: boolean;
};

/** The logo and the picture above a survey. */
export function SurveyPictures({ theme, isFirst }: SurveyPicturesProps): JSX.Element | null {
  const { logo, picture } = theme ?? {};
  return (
    <>
      {logo === undefined ? null : <PictureOfSurvey picture={logo} class="survey-logo" />}
      {picture === undefined || !isFirst ? null : (
        <PictureOfSurvey picture={picture} class="survey-picture" />
      )}
    </>
  );
}
