import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { encryptedUserTokenStore } from "../../src/user-token-store/encrypted-user-token-store.ts";
import { createFileUserTokenStore } from "../../src/node/file-user-token-store.ts";
import { describeStore } from "./store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const keys = () => [{ id: "k1", key: crypto.getRandomValues(new Uint8Array(32)) }] as const;

describeStore("in memory", () => createMemoryUserTokenStore());
describeStore("in files", () => createFileUserTokenStore(temporaryFolder()));
describeStore("in memory, encrypted", () =>
  encryptedUserTokenStore(createMemoryUserTokenStore<string>(), keys()),
);
describeStore("in files, encrypted", () =>
  encryptedUserTokenStore(createFileUserTokenStore<string>(temporaryFolder()), keys()),
);
