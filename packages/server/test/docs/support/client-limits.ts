import { longestRequest } from "../../../src/grants/oauth/par-endpoint.ts";
import { userCodesOfUser } from "../../../src/grants/oauth/device/device-pages.tsx";
import { deviceCodeSeconds } from "../../../src/store/tokens/device-code-table.ts";
import { pushedRequestSeconds } from "../../../src/store/tokens/pushed-request-table.ts";
import { fetchesPerAddress, hostsAskedAtOnce } from "../../../src/grants/clients/client-documents.ts";
import { forgottenMilliseconds } from "../../../src/store/installation/sweep-clients.ts";
import { describedRedirectUris } from "../../../src/grants/clients/client-metadata.ts";
import {
  registrationMaximumBytes,
  registrationMilliseconds,
} from "../../../src/grants/clients/registered-client.ts";
import { documentMaximumBytes, documentMilliseconds } from "../../../src/outgoing/fetch-document.ts";
import { clientDocumentsMaximum } from "../../../src/store/applications/client-document-table.ts";
import { count, kilobytes, type Limit, rate, tooMany } from "./limit.ts";

/** Bounds of clients that describe themselves. */
export const clientLimits: readonly Limit[] = [
  {
    what: "codes of devices tried",
    amount: `${userCodesOfUser.burst} at once, then one each two minutes`,
    whom: "a user; an address has twenty times as much",
    beyond: "status 429, and when to try again",
  },
  {
    what: "the code of a device",
    amount: `${deviceCodeSeconds / 60} minutes`,
    whom: "each device",
    beyond: "`expired_token`",
  },
  {
    what: "a pushed authorization request",
    amount: `${pushedRequestSeconds} seconds, until a browser opens it; one use`,
    whom: "each request",
    beyond: "the page says that it has expired",
  },
  {
    what: "the parameters of a pushed authorization request",
    amount: `${count(longestRequest)} characters`,
    whom: "each request",
    beyond: "status 413",
  },
  {
    what: "a metadata document of a client",
    amount: `${kilobytes(documentMaximumBytes)} in ${documentMilliseconds / 1000} seconds`,
    whom: "each document",
    beyond: "the client is refused",
  },
  {
    what: "metadata documents fetched",
    amount: rate(fetchesPerAddress),
    whom: "an address",
    beyond: tooMany,
  },
  {
    what: "hosts asked for metadata documents at the same time",
    amount: String(hostsAskedAtOnce),
    whom: "each process",
    beyond: "status 503, and when to try again",
  },
  {
    what: "metadata documents kept",
    amount: count(clientDocumentsMaximum),
    whom: "the installation",
    beyond: "those fetched the longest ago are deleted",
  },
  {
    what: "metadata of a client that registers itself",
    amount: kilobytes(registrationMaximumBytes),
    whom: "each client",
    beyond: "the registration is refused",
  },
  {
    what: "redirect addresses of a client that describes or registers itself",
    amount: String(describedRedirectUris),
    whom: "each client",
    beyond: "the client is refused",
  },
  {
    what: "a registration without a consent",
    amount: `${registrationMilliseconds / 86_400_000} days`,
    whom: "each client",
    beyond: "the client is refused, and has to register again",
  },
  {
    what: "the application of a client that registered itself, without a consent in force",
    amount: `${forgottenMilliseconds / 86_400_000} days`,
    whom: "each client",
    beyond:
      "it is deleted, unless it is disabled; one that describes itself goes with the last user who has consented",
  },
];
