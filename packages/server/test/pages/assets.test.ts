import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  assets,
  editorScriptPath,
  faviconPath,
  liveScriptPath,
  showPasswordScriptPath,
  stylesheet,
  stylesheetPath,
  surveyScriptPath,
} from "../../src/pages/assets.ts";

test("the address of a file changes with its content, so it may be cached for ever", () => {
  for (const [path, { body }] of assets) {
    const hash = createHash("sha256").update(body).digest("hex").slice(0, 16);
    expect(path).toMatch(new RegExp(`^/assets/[a-z-]+\\.${hash}\\.(?:css|svg|js)$`));
  }
});

test("every file is served as what it is", () => {
  expect(assets.get(stylesheetPath)?.contentType).toBe("text/css; charset=utf-8");
  expect(assets.get(faviconPath)?.contentType).toBe("image/svg+xml");
  expect(assets.get(showPasswordScriptPath)?.contentType).toBe("text/javascript; charset=utf-8");
  expect(assets.size).toBe(13);
});

test("no file loads another one, and only the scripts of surveys, of the editor, of filters and of live results send something", () => {
  const { body: surveyScript = "" } = assets.get(surveyScriptPath) ?? {};
  expect(surveyScript.match(/fetch\(address,|sendBeacon\(address,/g)).toHaveLength(2);
  // Two scripts have a library in them; where they send something is said by the policy of their pages.
  for (const [path, { body }] of assets) {
    if ([editorScriptPath, liveScriptPath].includes(path)) continue;
    const text = body.replace(`xmlns="http://www.w3.org/2000/svg"`, "");
    expect(text.replace(/fetch\(address[,)]/, "")).not.toMatch(/url\(|@import|https?:|\/\/|fetch|src=/);
  }
});

test("nothing moves for readers who asked for stillness", () => {
  const [moving = ""] =
    stylesheet.match(/@media \(prefers-reduced-motion: no-preference\) \{[^@]*?\n\}/) ?? [];
  expect(moving).toContain("transition");
  expect(stylesheet.replace(moving, "")).not.toMatch(/transition|animation/);
});
