/** Most people that one comment can mention. */
const mostMentions = 20;

/** The usernames after an `@` in a text, each once. An address such as `ada@example.com` mentions no one. */
export function mentionsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_.@-])@([\p{L}\p{N}_.-]{1,64})/gu);
  const names = [...found].map(([, name = ""]) => name.replace(/[.-]+$/u, "")).filter((name) => name !== "");
  return [...new Set(names)].slice(0, mostMentions);
}
