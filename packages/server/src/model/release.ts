import { packageVersion } from "@survey-open-platform/service";

/** The version of the platform. */
export const release = packageVersion(new URL("../../package.json", import.meta.url));
