/** Where a secret, a piece of it or a plain encoding of it is found. */
export function leakedSecrets(
  places: Readonly<Record<string, string>>,
  secrets: ReadonlySet<string>,
): readonly string[] {
  const found: string[] = [];
  for (const secret of secrets) {
    const forms = [
      secret,
      secret.slice(0, 14),
      secret.slice(-14),
      Buffer.from(secret).toString("base64").slice(0, 20),
      Buffer.from(secret).toString("hex"),
    ];
    for (const [place, content] of Object.entries(places)) {
      if (forms.some((form) => content.includes(form))) found.push(`${secret} in ${place}`);
    }
  }
  return found;
}
