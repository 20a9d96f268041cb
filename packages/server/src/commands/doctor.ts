import type { Command } from "./command.ts";
export const doctorCommand: Command = {
  meta: { name: "doctor", description: "Check settings and store, and say what is wrong" },
  args: {},
  async run() {},
};
