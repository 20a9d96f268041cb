const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The beginning of a text with an ellipsis, cut between words of any script; a word that is longer than all is cut itself. */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let end = 0;
  // One more, so that a word that ends at the limit is known to end there.
  for (const { index, segment } of words.segment(text.slice(0, longest + 1)))
    if (index + segment.length <= longest) end = index + segment.length;
  const beginning = text.slice(0, end === 0 ? longest : end).toWellFormed();
  return `${beginning.replace(/[\s·]+$/u, "")}…`;
}
