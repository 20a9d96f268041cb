import { z } from "zod";
import { parseWallTime } from "@survey-open-platform/surveys";
import { isLinkAddress } from "../model/link-address.ts";
import { isNetwork } from "../model/network-list.ts";
import { findPublicRedirectUriProblems, redirectUriProblems } from "../model/redirect-uri.ts";
import { appidPattern } from "../model/application.ts";
import { givenSecretPattern } from "../model/token.ts";
import { credentialLimits } from "../session/credential-fields.ts";

/** Limits on what a declarative file may say about users, applications and teams. */
export const declarationLimits = {
  ...credentialLimits,
  text: 5000,
  address: 2048,
  redirectUris: 100,
  members: 10_000,
  logoBytes: 64 * 1024,
} as const;

/** The name by which a file knows a survey. */
export const surveyKeySchema = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._:-]{0,63}$/u, {
  error: "must be 1 to 64 letters, digits or . _ : - and begin with a letter or digit",
});

/** An appid chosen by the operator. */
export const appidSchema = z
  .string()
  .regex(appidPattern, { error: "must be 6 to 64 characters of A-Z a-z 0-9 _ -" });

/** A secret chosen by the operator. */
export const secretSchema = z
  .string()
  .regex(givenSecretPattern, { error: "must be 24 to 128 characters of A-Z a-z 0-9 _ -" });

/** An address that pages may link to and never load; "" for none. */
export const addressSchema = z.string().max(declarationLimits.address).refine(isLinkAddress, {
  error: 'must be "" or an absolute http or https address without user name, spaces and control characters',
});

/** A logo: an image inside the file, an address that is kept but never loaded, or "". */
export const logoSchema = z.string().refine(isLogo, {
  error: `must be "", an http or https address, or data:image/png|jpeg|webp|gif;base64 of at most ${declarationLimits.logoBytes} bytes`,
});

/** A redirect URI of a public application; every rule that it breaks is a problem of its own. */
export const redirectUriSchema = z.string().superRefine((text, context) => {
  for (const problem of findPublicRedirectUriProblems(text))
    context.addIssue({ code: "custom", message: redirectUriProblems[problem] });
});

/** A network, see {@link isNetwork}. */
export const networkSchema = z.string().refine(isNetwork, {
  error: "must be an IP address, or a network such as 203.0.113.0/24 or 2001:db8::/32",
});

const momentText = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/;

/** A moment on the clocks of the platform's zone, or "" for none. */
export const momentSchema = z
  .string()
  .regex(momentText, { error: 'must be "" or look like 2026-11-01 09:00:00' })
  .refine((text) => text === "" || !momentText.test(text) || parseWallTime(text) !== undefined, {
    error: "is not a day and time of the calendar",
  });

const dataImage = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/;

function isLogo(text: string): boolean {
  if (!text.startsWith("data:")) return text.length <= declarationLimits.address && isLinkAddress(text);
  const base64 = text.length <= declarationLimits.logoBytes * 1.4 ? dataImage.exec(text)?.[1] : undefined;
  if (base64 === undefined || base64.length % 4 !== 0) return false;
  return Buffer.byteLength(base64, "base64") <= declarationLimits.logoBytes;
}
