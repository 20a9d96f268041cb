import { createFileUserTokenStore } from "../../src/node/file-user-token-store.ts";

/** A process of its own for the tests of the store in files. */
const [task, folder = "", parameter] = process.argv.slice(2);
const store = createFileUserTokenStore(folder);
const tokens = { accessToken: "a", refreshToken: "r", refreshTokenExpiresAt: 0 };

if (task === "increment") {
  for (let left = Number(parameter); left > 0;) {
    const stored = await store.get("o1");
    if (stored === undefined) throw new Error("the record is gone");
    const next = { ...stored.value, accessTokenExpiresAt: stored.value.accessTokenExpiresAt + 1 };
    if (await store.replace("o1", next, stored.version)) left -= 1;
  }
} else {
  for (let count = Number(parameter) + 1; ; count += 1) {
    await store.put("o1", { ...tokens, accessTokenExpiresAt: count });
    process.stdout.write(`${count}\n`);
  }
}
