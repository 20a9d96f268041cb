import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { pictureIdIn } from "@survey-open-platform/surveys";
import { logoImage, type LogoImage } from "../model/logo.ts";
import { assets } from "../pages/assets.ts";
import { findThemeStylesheet } from "../pages/survey/theme-stylesheet.ts";
import { findPicture } from "../store/people/user-picture-table.ts";
import type { Store } from "../store/store.ts";
import type { PageContext } from "./page-request.ts";

/** What serves pages and files. */
export type Pages = Hono<{ Bindings: Partial<HttpBindings> }>;

/** What is sent where there is no such file. */
type ReplyToMissing = (context: PageContext) => Promise<Response>;

const forEver = "public, max-age=31536000, immutable";

/** Files never change under their address; logos may. */
export function addFiles(app: Pages, store: Store, missing: ReplyToMissing): void {
  const nosniff = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin" };
  for (const [path, { body, contentType }] of assets) {
    const headers = { ...nosniff, "Content-Type": contentType, "Cache-Control": forEver };
    app.get(path, () => new Response(body, { headers }));
  }
  app.get("/themes/:name", (context) => {
    const found = findThemeStylesheet(context.req.param("name"));
    if (found === undefined) return missing(context);
    const caching = found.isCurrent ? forEver : "no-cache";
    const headers = { ...nosniff, "Content-Type": "text/css; charset=utf-8", "Cache-Control": caching };
    return new Response(found.body, { headers });
  });
  app.get("/survey-pictures/:name", async (context) => {
    const id = pictureIdIn(context.req.param("name"));
    const content = id === undefined ? undefined : await store.surveys.findPicture(id);
    if (content === undefined) return missing(context);
    const headers = { ...nosniff, "Content-Type": "image/webp", "Cache-Control": forEver };
    return new Response(new Uint8Array(content), { headers });
  });
  app.get("/logos/:appid", async (context) => {
    const image = logoImage((await store.findApplication(context.req.param("appid")))?.logo ?? "");
    return image === undefined ? missing(context) : imageResponse(image, nosniff);
  });
  app.get("/pictures/:name", async (context) => {
    const image = logoImage((await findPicture(store.reader, context.req.param("name"))) ?? "");
    // Applications show the picture of their user on pages of their own.
    const headers = { ...nosniff, "Cross-Origin-Resource-Policy": "cross-origin" };
    return image === undefined ? missing(context) : imageResponse(image, headers);
  });
}

function imageResponse(
  { contentType, bytes }: LogoImage,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "Content-Type": contentType, "Cache-Control": "public, max-age=60" },
  });
}
