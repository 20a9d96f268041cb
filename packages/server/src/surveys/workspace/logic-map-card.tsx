import * as dagre from "@dagrejs/dagre";
import {
  questionTextsFor,
  renderQuestion,
  surveyEnd,
  type Question,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { surveyAddress } from "../../session/survey-for-user.ts";
import { askedQuestions, logicMapOf, type LogicMap, type MapPlace, type MapWay } from "./logic-map.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";
import { ViewChoice } from "./view-choice.tsx";

/** What is used of dagre 3. */
interface LayoutGraph {
  setGraph(options: Readonly<Record<string, string | number>>): void;
  setNode(id: string, size: { readonly width: number; readonly height: number }): void;
  setEdge(from: string, to: string, label: object, name: string): void;
  graph(): unknown;
  node(id: string): unknown;
  edge(from: string, to: string, name: string): unknown;
}

/** Its own types import files without endings, which Node's way to find modules does not follow. */
interface Dagre {
  readonly Graph: new (options: { readonly multigraph: boolean }) => LayoutGraph;
  readonly layout: (graph: LayoutGraph) => void;
}

const { Graph, layout } = dagre as unknown as Dagre; // See there.

/** What the map shows. */
export type LogicMapProps = {
  readonly language: Language;
  readonly surveyId: number;
  readonly definition: SurveyDefinition;
  /** The ids of the questions and pages that somebody with the chosen answers gets; undefined while none are chosen. */
  readonly way: ReadonlySet<string> | undefined;
  /** How large it is drawn, in per cent: one of {@link zooms}. */
  readonly zoom?: string | undefined;
};

/** Sizes of the drawing, in per cent. */
const zooms = ["50", "100", "200"];

/** Boxes that are drawn at most: more are a list alone. */
const mostBoxes = 150;

const box = { width: 220, height: 40 };

/** The ways through a survey as a drawing and as a list, and answers to try it with. */
export function LogicMapCard(props: LogicMapProps): JSX.Element {
  const { language, definition } = props;
  const { logic: words } = workspaceTextsFor(language);
  const map = logicMapOf(definition, language);
  return (
    <div class="card map-card">
      <h3>{words.mapTitle}</h3>
      {map.places.length > mostBoxes ? (
        <p class="fine-print">{words.mapTooLarge}</p>
      ) : (
        <>
          <ViewChoice
            name="zoom"
            legend={words.mapSize}
            choices={zooms.map((value) => ({ value, label: `${value}%` }))}
            chosen={zooms.find((value) => value === props.zoom) ?? "100"}
            form="try-form"
          />
          <Drawing {...props} map={map} />
        </>
      )}
      <details>
        <summary>{words.mapList}</summary>
        <WayList {...props} map={map} />
      </details>
      <TryIt {...props} />
    </div>
  );
}

interface Placed {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly { readonly place: MapPlace; readonly x: number; readonly y: number }[];
  readonly arrows: readonly { readonly way: MapWay; readonly points: readonly Point[] }[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where each box and arrow is, in pixels from the upper left corner. */
function placed({ places, ways }: LogicMap): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 28, marginx: 8, marginy: 8 });
  for (const { id } of places) graph.setNode(id, { ...box });
  for (const [at, { from, to }] of ways.entries()) graph.setEdge(from, to, {}, String(at));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }; // What `layout` adds.
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: places.map((place) => ({ place, ...pointOf(graph.node(place.id)) })),
    arrows: ways.map((way, at) => ({ way, points: pointsOf(graph.edge(way.from, way.to, String(at))) })),
  };
}

function pointOf(node: unknown): Point {
  const { x, y } = node as Point; // What `layout` adds.
  return { x: Math.round(x), y: Math.round(y) };
}

function pointsOf(edge: unknown): readonly Point[] {
  return (edge as { readonly points: readonly Point[] }).points.map(pointOf); // What `layout` adds.
}

/** The links lie over the drawing: inside a picture they would be none for screen readers. */
function Drawing(props: LogicMapProps & { readonly map: LogicMap }): JSX.Element {
  const { language, map, surveyId, way } = props;
  const { logic: words } = workspaceTextsFor(language);
  const { width, height, boxes, arrows } = placed(map);
  const size = { width, height, viewBox: `0 0 ${width} ${height}` };
  return (
    <div class="map" tabindex={0} role="region" aria-label={words.mapTitle}>
      <svg role="img" aria-label={words.mapName} {...size}>
        <defs>
          <marker
            id="map-tip"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8Z" />
          </marker>
        </defs>
        {arrows.map(({ way: arrow, points }) => (
          <path
            class={`map-way${isOnWay(way, arrow) ? " map-lit" : ""}`}
            data-kind={arrow.kind}
            d={`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`}
            marker-end="url(#map-tip)"
          >
            <title>{arrow.says}</title>
          </path>
        ))}
        {boxes.map(({ place, x, y }) => (
          <g
            class={`map-box${place.isWrong ? " map-wrong" : ""}${way?.has(place.id) ? " map-lit" : ""}`}
            data-kind={place.kind}
          >
            <rect x={x - box.width / 2} y={y - box.height / 2} width={box.width} height={box.height} rx="6" />
            <text x={x} y={y + 5} text-anchor="middle">
              {beginning(place.says)}
            </text>
          </g>
        ))}
      </svg>
      <svg class="map-links" {...size}>
        {boxes
          .filter(({ place }) => place.id !== surveyEnd)
          .map(({ place, x, y }) => (
            <a href={addressOf(surveyId, place)} aria-label={place.says}>
              <rect x={x - box.width / 2} y={y - box.height / 2} width={box.width} height={box.height} />
            </a>
          ))}
      </svg>
    </div>
  );
}

/** A question's form, and what shows a page. */
function addressOf(surveyId: number, { id, kind }: MapPlace): string {
  return surveyAddress(surveyId, kind === "page" ? `/edit/conditions/${id}` : `/edit/questions/${id}`);
}

function isOnWay(way: ReadonlySet<string> | undefined, { from, to, kind }: MapWay): boolean {
  return way !== undefined && kind !== "hide" && way.has(from) && way.has(to);
}

/** As much as a box has room for: letters beyond Latin take twice as much. */
function beginning(text: string): string {
  let room = 27;
  let end = 0;
  for (const character of text) {
    room -= character > "\u2000" ? 2 : 1;
    if (room < 0) return `${text.slice(0, end)}…`;
    end += character.length;
  }
  return text;
}

/** The arrows with a condition in words, for who cannot see the drawing. */
function WayList({ language, surveyId, map, way }: LogicMapProps & { readonly map: LogicMap }): JSX.Element {
  const { logic: words } = workspaceTextsFor(language);
  const says = new Map(map.places.map((place) => [place.id, place.says]));
  const ways = map.ways.filter(({ kind }) => kind !== "next");
  if (ways.length === 0) return <p>{words.mapStraight}</p>;
  return (
    <ul class="bullets">
      {ways.map(({ from, to, kind, says: condition }) => (
        <li>
          {words.mapWays[kind](says.get(from) ?? "", says.get(to) ?? "", condition)}{" "}
          {kind === "jump" ? (
            <a href={surveyAddress(surveyId, `/edit/questions/${from}`)}>{words.mapChange}</a>
          ) : (
            <a href={surveyAddress(surveyId, `/edit/conditions/${to}`)}>{words.mapChange}</a>
          )}
          {way?.has(to) ? ` ${words.mapTaken}` : ""}
        </li>
      ))}
    </ul>
  );
}

/** Questions that are offered at most for trying. */
const mostTried = 30;

/** The questions that conditions ask about: their answers light up the way. */
function TryIt({ language, surveyId, definition, way }: LogicMapProps): JSX.Element | null {
  const { logic: words } = workspaceTextsFor(language);
  const questions = askedQuestions(definition).slice(0, mostTried);
  if (questions.length === 0) return null;
  return (
    <details open={way !== undefined}>
      <summary>{words.tryIt}</summary>
      <form id="try-form" method="get" action={surveyAddress(surveyId, "/edit/logic")} class="stack">
        <input type="hidden" name="try" value="on" />
        {questions.map((question) => (
          <Tried language={language} question={question} />
        ))}
        <button type="submit" class="button button-choice">
          {words.tryNow}
        </button>
      </form>
    </details>
  );
}

function Tried({
  language,
  question,
}: {
  readonly language: Language;
  readonly question: Question;
}): JSX.Element {
  return renderQuestion({
    question,
    value: undefined,
    problem: undefined,
    texts: questionTextsFor(language),
  });
}
