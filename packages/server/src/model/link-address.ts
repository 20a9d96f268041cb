/** Whether pages may link to an address that someone else wrote: absolute, http or https, without credentials; "" is none. */
export function isLinkAddress(text: string): boolean {
  if (text === "") return true;
  if (!/^https?:\/\/[^\s\p{C}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
