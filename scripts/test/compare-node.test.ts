import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputOf, runProgram, succeeds } from "../processes/run-program.ts";

/** What the script asks the Node that is installed; these tests need no real one. */
const NODE = `#!/bin/sh
case "$1" in --version) echo v1.2.3 ;; *) echo linux-x64 ;; esac
`;
const NAME = "node-v1.2.3-linux-x64";
const ARCHIVE = `${NAME}.tar.xz`;
const SCRIPT = join(import.meta.dirname, "../compare-node.sh");

/** Programs that the script, or the making of signed checksums, needs; where one is missing the tests are skipped. */
const PROGRAMS = ["gpg", "gpgv", "gpgconf", "curl", "tar", "xz", "sha256sum"];
const hasAll = (await Promise.all(PROGRAMS.map((name) => succeeds(name, ["--version"])))).every(Boolean);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sop-node-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A key, and the ring that says that it is a releaser's. */
async function makeReleaser(name: string) {
  const home = join(folder, `gpg-${name}`);
  await mkdir(home, { mode: 0o700 });
  const gpg = (...parameters: readonly string[]) =>
    outputOf("gpg", ["--homedir", home, "--batch", "--yes", "--pinentry-mode", "loopback", ...parameters]);
  await gpg(
    "--passphrase",
    "",
    "--quick-generate-key",
    `${name} <${name}@example.org>`,
    "ed25519",
    "sign",
    "never",
  );
  const keyring = join(home, "exported.gpg");
  await gpg("--output", keyring, "--export");
  return {
    keyring,
    sign: (file: string) => gpg("--passphrase", "", "--output", `${file}.sig`, "--detach-sign", file),
    // gpg started its agent, which outlives it.
    end: () => outputOf("gpgconf", ["--homedir", home, "--kill", "all"]),
  };
}

/** A checkout with an installed Node, and a mirror with a released one. */
async function makeMirror(name: string, released: string) {
  const root = join(folder, name);
  const mirror = join(root, "dist", "v1.2.3");
  await mkdir(join(root, "scripts"), { recursive: true });
  await mkdir(join(root, "node_modules", ".bin"), { recursive: true });
  await mkdir(join(mirror, NAME, "bin"), { recursive: true });
  await copyFile(SCRIPT, join(root, "scripts", "compare-node.sh"));
  const installed = join(root, "node_modules", ".bin", "node");
  await writeFile(installed, NODE);
  await chmod(installed, 0o755);
  await writeFile(join(mirror, NAME, "bin", "node"), released);
  await outputOf("tar", ["--create", "--xz", "--file", join(mirror, ARCHIVE), "--directory", mirror, NAME]);
  const checksums = join(mirror, "SHASUMS256.txt");
  const checksum = createHash("sha256")
    .update(await readFile(join(mirror, ARCHIVE)))
    .digest("hex");
  await writeFile(checksums, `${checksum}  ${ARCHIVE}\n`);
  return { root, checksums, archive: join(mirror, ARCHIVE) };
}

describe.skipIf(!hasAll)("the Node that npm installed", () => {
  let releaser: Awaited<ReturnType<typeof makeReleaser>>;
  let stranger: typeof releaser;
  beforeAll(async () => {
    releaser = await makeReleaser("releaser");
    stranger = await makeReleaser("stranger");
  });
  afterAll(() => Promise.all([releaser.end(), stranger.end()]));

  const compare = (root: string) =>
    runProgram("bash", [join(root, "scripts", "compare-node.sh")], {
      env: {
        ...process.env,
        NODE_MIRROR: `file://${join(root, "dist")}`,
        NODE_KEYRING: `file://${releaser.keyring}`,
      },
    });

  it("is the released one when its bytes are those that a releaser signed for", async () => {
    const { root, checksums } = await makeMirror("right", NODE);
    await releaser.sign(checksums);
    expect(await compare(root)).toMatchObject({ status: 0, stdout: "node v1.2.3 is the released one\n" });
  });

  it("is named when its bytes are others", async () => {
    const { root, checksums } = await makeMirror("other-bytes", `${NODE}# released\n`);
    await releaser.sign(checksums);
    const { status, stderr } = await compare(root);
    expect(status).toBe(1);
    expect(stderr).toContain("is not the released v1.2.3 for linux-x64. Do not run it.");
  });

  it("is not compared with an archive whose checksum is another", async () => {
    const { root, checksums, archive } = await makeMirror("other-checksum", NODE);
    await releaser.sign(checksums);
    await writeFile(archive, Buffer.concat([await readFile(archive), Buffer.from("\0")]));
    const { status, stdout, stderr } = await compare(root);
    expect([status, stdout]).toEqual([1, `${ARCHIVE}: FAILED\n`]);
    expect(stderr).toContain("did NOT match");
  });

  it.each([
    ["changed after they were signed", "changed"],
    ["signed by somebody else", "other-signature"],
  ])("is not compared with checksums that were %s", async (_, name) => {
    const { root, checksums } = await makeMirror(name, NODE);
    await (name === "changed" ? releaser : stranger).sign(checksums);
    if (name === "changed") await writeFile(checksums, `${await readFile(checksums, "utf8")}\n`);
    const { status, stdout } = await compare(root);
    expect(status).not.toBe(0);
    expect(stdout).not.toContain("is the released one");
  });
});
