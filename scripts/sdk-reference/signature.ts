import type { Class } from "oxc-parser";
import type { Declaration } from "./public-names.ts";

/** What a reader may rely on of a declaration: its text without bodies and private parts. */
export function signatureOf({ node, text }: Declaration): string {
  switch (node.type) {
    case "FunctionDeclaration":
      return text.slice(node.start, node.body?.start ?? node.end).trim();
    case "ClassDeclaration":
      return classSignature(node, text);
    case "VariableDeclaration":
      return node.declarations.map(({ id }) => `const ${text.slice(id.start, id.end)}`).join("\n");
    default:
      return text.slice(node.start, node.end);
  }
}

function classSignature(node: Class, text: string): string {
  const members = node.body.body.flatMap((member, index) => {
    const isPrivate = "key" in member && member.key.type === "PrivateIdentifier";
    if (isPrivate || (member.type !== "PropertyDefinition" && member.type !== "MethodDefinition")) return [];
    const before = node.body.body[index - 1]?.end ?? node.body.start + 1;
    const comment = text.slice(before, member.start).trim();
    const body = member.type === "MethodDefinition" ? member.value.body : null;
    const own = text.slice(member.start, body?.start ?? member.end).trim();
    return [comment, own].filter((part) => part !== "").map((part) => `  ${part}`);
  });
  return [`${text.slice(node.start, node.body.start).trim()} {`, ...members, "}"].join("\n");
}
