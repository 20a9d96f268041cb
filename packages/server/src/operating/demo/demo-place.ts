import { demoCredentials } from "./demo-data.ts";

/** Where a running demo is found: the origins of its pages and of its API. */
export interface DemoPlace {
  readonly authUrl: string;
  readonly baseUrl: string;
}

/** Path of the page that the demo's applications are sent back to. */
export const demoCallbackPath = "/demo/callback";

/**
 * Where the examples that play the verified application are sent back to: `web-app`, which `npm start` runs beside the
 * demo, and `plain-fetch`.
 */
export const exampleRedirectUris = ["http://localhost:8788/callback", "http://localhost:8789/callback"];

const everyAddress = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/**
 * Finds out where users reach the demo: at the public origins of the settings, else where it listens. A
 * server that listens on every address of the machine is reached over loopback from the machine itself.
 */
export function findDemoPlace(
  { authUrl, baseUrl }: { readonly authUrl: string; readonly baseUrl: string },
  listeningUrl: string,
): DemoPlace {
  const url = new URL(listeningUrl);
  url.hostname = everyAddress.get(url.hostname) ?? url.hostname;
  const origin = authUrl === "" ? url.origin : authUrl;
  return { authUrl: origin, baseUrl: baseUrl === "" ? origin : baseUrl };
}

/** One of the demo's applications that ask users for consent. */
export type DemoApplication = (typeof demoCredentials)["verifiedApplication" | "unverifiedApplication"];

/** Both applications, the verified one first. */
export const demoWebApplications: readonly DemoApplication[] = [
  demoCredentials.verifiedApplication,
  demoCredentials.unverifiedApplication,
];

/**
 * Where an application of the demo is sent back to. One page serves both and gets only the code and the
 * state; so the second one's address says that it is meant.
 */
export function demoRedirectUri({ authUrl }: DemoPlace, { appid }: DemoApplication): string {
  const isFirst = appid === demoCredentials.verifiedApplication.appid;
  return `${authUrl}${demoCallbackPath}${isFirst ? "" : `?application=${appid}`}`;
}
