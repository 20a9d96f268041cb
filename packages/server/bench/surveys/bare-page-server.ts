/**
 * What the answering page is compared with: a Hono application that renders a form with the same questions by JSX. It looks
 * nothing up, knows no browser and no language, sets no cookie, signs nothing, and sends no header but those of Hono.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { jsx, type JSXNode } from "hono/jsx";
import { askedQuestions } from "./filled-survey.ts";

const app = new Hono();
app.get("*", (context) => context.html(documentText(formPage())));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => {
  console.log(JSON.stringify({ msg: "listening", url: `http://127.0.0.1:${port}` }));
});

/** The nodes wait for nothing, so they give no promise. */
function documentText(node: JSXNode): string {
  const html: unknown = node.toString();
  return `<!doctype html>${typeof html === "string" ? html : ""}`;
}

function formPage(): JSXNode {
  return element("html", { lang: "en" }, [
    element("head", {}, [
      element("meta", { charset: "utf-8" }),
      element("title", {}, ["Bench"]),
      element("link", { rel: "stylesheet", href: "/style.css" }),
    ]),
    element("body", {}, [
      element("main", {}, [element("h1", {}, ["Bench"]), element("form", { method: "post" }, fields())]),
    ]),
  ]);
}

function fields(): readonly JSXNode[] {
  const questions = askedQuestions.map(({ id, title, options }) =>
    element("fieldset", { id, class: "question" }, [
      element("legend", {}, [title]),
      ...options.map((option) =>
        element("label", { class: "choice" }, [
          element("input", { type: "radio", name: id, value: option.id, id: `${id}.${option.id}` }),
          element("span", {}, [option.text]),
        ]),
      ),
    ]),
  );
  return [...questions, element("button", { type: "submit" }, ["Send"])];
}

/** JSX without its syntax: the benchmark runs from sources, which Node only strips of types. */
function element(
  name: string,
  properties: Readonly<Record<string, string>>,
  children: readonly (JSXNode | string)[] = [],
): JSXNode {
  return jsx(name, { ...properties }, ...children);
}
