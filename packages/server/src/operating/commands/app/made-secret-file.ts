/** The file for a secret that was made where there is no terminal. */
export const madeSecretFile = {
  name: "generated-secret",
  lost: "The secret would be lost",
  advice: "Run the command in a terminal, or from a folder that this user may write to.",
};
