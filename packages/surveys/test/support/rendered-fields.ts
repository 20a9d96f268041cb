/** An element of a page with its attributes; an attribute without a value is "". */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** What follows it, up to the next tag. */
  readonly text: string;
}

/**
 * The fields that a browser sends of a page that our components rendered, without the buttons. It reads what they write,
 * and is no parser of HTML.
 */
export function fieldsOf(html: string): URLSearchParams {
  const fields = new URLSearchParams();
  let list = "";
  for (const tag of tagsOf(html)) {
    const name = tag.attributes.get("name") ?? "";
    if (tag.name === "select") list = name;
    if (tag.name === "option" && tag.attributes.has("selected")) fields.append(list, valueOf(tag));
    // A browser leaves out the line break that a textarea begins with.
    if (tag.name === "textarea")
      fields.append(name, decode(tag.text).replace(/^\n/, "").replaceAll("\n", "\r\n"));
    if (tag.name === "input" && isSent(tag)) fields.append(name, valueOf(tag));
  }
  return fields;
}

/** The values of an attribute, wherever it stands. */
export function attributesOf(html: string, attribute: string): readonly string[] {
  return tagsOf(html).flatMap(({ attributes }) => attributes.get(attribute) ?? []);
}

function isSent({ attributes }: Tag): boolean {
  const type = attributes.get("type");
  if (type === "file") return false;
  return (type !== "radio" && type !== "checkbox") || attributes.has("checked");
}

function valueOf({ attributes }: Tag): string {
  return attributes.get("value") ?? "";
}

function tagsOf(html: string): readonly Tag[] {
  return [...html.matchAll(/<([a-z]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>([^<]*)/g)].map(
    ([, name = "", attributes = "", text = ""]) => ({
      name,
      text,
      attributes: new Map(
        [...attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [
          key,
          decode(value),
        ]),
      ),
    }),
  );
}

function decode(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  return text.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}
