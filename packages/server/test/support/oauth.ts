/** Where tests without a socket send their requests. */
export const platformOrigin = "http://platform.example";

/** Settings with which OAuth is on. */
export const oauthSettings = { authUrl: platformOrigin } as const;
