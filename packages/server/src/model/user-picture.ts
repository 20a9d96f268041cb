/** Where a picture is found that a user uploaded. Its random name is in no other address. */
export function picturePath(name: string): string {
  return `/pictures/${name}`;
}

/** The path of a user's picture on this origin. An address elsewhere is never loaded: it would reveal who looks. */
export function picturePathOf(avatar: string): string | undefined {
  return /^\/pictures\/[\w-]{32}$/.test(avatar) ? avatar : undefined;
}
