import { describe, expect, it } from "vitest";
import { findTally, makeTallies, open, placeOf, through } from "../support/open-tallies.ts";
import { startRelay } from "../support/relay.ts";
import { startTlsRelay } from "../support/tls-relay.ts";

/** An address by way of a server that speaks TLS, and the certificate to trust for it. */
async function openTlsStage() {
  const address = await makeTallies(["a"]);
  const { port, certificateFile } = await startTlsRelay(placeOf(address));
  const named = (host: string, parameters: Readonly<Record<string, string>>) => {
    const url = new URL(through(port, address));
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return open(url.href);
  };
  return { named, certificateFile };
}

describe("a connection with TLS", () => {
  it("is made to the host that the certificate names, if its issuer is trusted", async () => {
    const { named, certificateFile } = await openTlsStage();
    const database = named("localhost", { sslmode: "verify-full", sslrootcert: certificateFile });
    expect(await database.reader.run(findTally, { name: "a" })).toHaveLength(1);
  });

  it("is not made to another host, nor with a certificate of an unknown issuer", async () => {
    const { named, certificateFile } = await openTlsStage();
    for (const database of [
      named("127.0.0.1", { sslmode: "verify-full", sslrootcert: certificateFile }),
      named("localhost", { sslmode: "verify-full" }),
    ]) {
      await expect(database.ping()).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
    }
  });

  it("is verified without sslmode when the address is not one of this machine's own", async () => {
    const { named, certificateFile } = await openTlsStage();
    // Linux connects this address to itself, but it is no name or address of loopback.
    const elsewhere = "0.0.0.0";
    await named(elsewhere, { sslmode: "require" }).ping();
    for (const parameters of [{}, { sslrootcert: certificateFile }])
      await expect(named(elsewhere, parameters).ping()).rejects.toMatchObject({
        name: "DatabaseUnavailableError",
      });
    const address = await makeTallies();
    const { port } = await startRelay(placeOf(address));
    const plain = new URL(through(port, address));
    plain.hostname = elsewhere;
    await expect(open(plain.href).ping()).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
    await open(`${plain.href}?sslmode=disable`).ping();
  });

  it("with sslmode=require is made to any host, but never without TLS", async () => {
    const { named } = await openTlsStage();
    await named("127.0.0.1", { sslmode: "require" }).ping();
    // A relay that passes everything on, to a server that has no certificate.
    const address = await makeTallies();
    const { port } = await startRelay(placeOf(address));
    const database = open(`${through(port, address)}?sslmode=require`);
    await expect(database.ping()).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
  });
});
