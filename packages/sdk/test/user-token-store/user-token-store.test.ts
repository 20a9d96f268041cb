import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { encryptedUserTokenStore } from "../../src/user-token-store/encrypted-user-token-store.ts";
import { createFileUserTokenStore } from "../../src/node/file-user-token-store.ts";
import { describeStore } from "./store-contract.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const keys = () => [{ id: "k1", key: crypto.getRandomValues(new Uint8Array(32)) }] as const;

describeStore("the store in memory", () => createMemoryUserTokenStore());
describeStore("the store in files", () => createFileUserTokenStore(temporaryFolder()));
describeStore("the encrypted store in memory", () =>
  encryptedUserTokenStore(createMemoryUserTokenStore<string>(), keys()),
);
describeStore("the encrypted store in files", () =>
  encryptedUserTokenStore(createFileUserTokenStore<string>(temporaryFolder()), keys()),
);
