const embeddedImage = /^data:(image\/(?:png|jpeg|webp|gif));base64,([A-Za-z0-9+/]+={0,2})$/;

/** A picture that the platform serves itself. */
export interface LogoImage {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The picture inside a logo that was given as a `data:` address; undefined for any other logo. */
export function logoImage(logo: string): LogoImage | undefined {
  const [, contentType, base64] = embeddedImage.exec(logo) ?? [];
  if (contentType === undefined || base64 === undefined) return undefined;
  return { contentType, bytes: Buffer.from(base64, "base64") };
}

/** Where pages find an application's picture. An address elsewhere is never loaded: it would reveal who looks. */
export function logoPathOf(application: {
  readonly appid: string;
  readonly logo: string;
}): string | undefined {
  return embeddedImage.test(application.logo) ? `/logos/${application.appid}` : undefined;
}
