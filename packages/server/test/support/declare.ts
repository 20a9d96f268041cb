import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import type { DeclarationInput } from "../../src/declaration/declaration-schema.ts";
import { platformZone } from "@survey-open-platform/surveys";
import type { TestPlatform } from "./test-platform.ts";

/** Applies a declarative file, as somebody who runs the platform does. @throws `InvalidDeclarationError` */
export async function declare(platform: TestPlatform, declaration: DeclarationInput): Promise<void> {
  await applyDeclaration(platform.database, declaration, { zone: platformZone("Asia/Shanghai") });
}

/** An application as a declarative file has it. */
export type ApplicationInput = NonNullable<DeclarationInput["applications"]>[number];

/** Changes the sample's application; what is not mentioned stays. */
export function declareDemoApp(platform: TestPlatform, changes: Partial<ApplicationInput>): Promise<void> {
  const application = { appid: "demo_app", name: "Insight Board", owner: "bob", ...changes };
  return declare(platform, { applications: [application] });
}
