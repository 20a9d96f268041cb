const noFrames = "frame-ancestors 'none'";

/**
 * Lets websites show a page in a frame that forbade it to all.
 *
 * @param headers of the page; changed
 * @param origins such as `https://www.example.com`
 */
export function allowFrames(headers: Headers, origins: readonly string[]): void {
  const policy = headers.get("Content-Security-Policy");
  if (policy === null || origins.length === 0) return;
  headers.set("Content-Security-Policy", policy.replace(noFrames, `frame-ancestors ${origins.join(" ")}`));
  // It cannot name websites (RFC 7034, section 2.1), and browsers that know frame-ancestors do not look at it.
  headers.delete("X-Frame-Options");
}

/** What a page needs beyond its own stylesheet and pictures. */
export type ContentSecurityPolicyNeeds = {
  /** Whether forms are confined to this origin. False on the consent page alone. */
  readonly formAction: boolean;
  /** Whether scripts that this origin serves as files may run. */
  readonly script?: boolean;
  /** Whether those scripts may call this origin. */
  readonly connect?: boolean;
  /** Whether the page has a frame of this origin. */
  readonly frame?: boolean;
  /** Whether parts of the page change in place: its script shows a frame of this origin, and adds Turbo's one style. */
  readonly inPlace?: boolean;
};

/** The style of the progress bar that Turbo puts into every page, even where it shows none (`ProgressBar.defaultCSS`). */
const turboStyleHash = "sha256-WAyOw4V+FqDc35lQPyRADLBWbuNK8ahvYEaQIYF1+Ps=";

/**
 * The Content-Security-Policy of a page: everything is forbidden but what is listed.
 *
 * `form-action` is left out on the consent page because Chromium and Safari apply it to the redirect that follows a
 * form as well, and would silently stop the way back to the application. Inline scripts and styles never run.
 *
 * @param needs what this page needs
 * @returns the value of the header
 */
export function contentSecurityPolicy({
  formAction,
  script = false,
  connect = false,
  inPlace = false,
  frame = inPlace,
}: ContentSecurityPolicyNeeds): string {
  return [
    "default-src 'none'",
    inPlace ? `style-src 'self' '${turboStyleHash}'` : "style-src 'self'",
    ...(frame ? ["frame-src 'self'"] : []),
    "img-src 'self'",
    ...(script ? ["script-src 'self'"] : []),
    ...(connect ? ["connect-src 'self'"] : []),
    ...(formAction ? ["form-action 'self'"] : []),
    "base-uri 'none'",
    noFrames,
  ].join("; ");
}
