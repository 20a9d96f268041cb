import { alertUser, editor, hiddenField, render, say } from "./page.ts";

const restMs = 600;
const againMs = 3000;
/** Pictures take their time. */
const fileMs = 120_000;
const streamType = "text/vnd.turbo-stream.html";

/** What a form says; with files where some were chosen. */
type Written = URLSearchParams | FormData;

/** Keeps the form of a question while its author writes, and when the author leaves it. */
export class Keeper {
  readonly #form: HTMLFormElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #isChanged = false;
  /** What was sent without a reply. The server may have it, so it is sent again before what was written since. */
  #unanswered: Written | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  /** Whether something was written that the server does not have. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Sends what was written once its author rests. */
  change(afterMs = restMs): void {
    this.#isChanged = true;
    say("");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.send("keep"), afterMs);
  }

  /** Forgets what was not sent. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isChanged = false;
  }

  /** @param action `keep` leaves the form as it is, `save` closes it. @returns whether it was saved */
  send(action: "keep" | "save"): Promise<boolean> {
    clearTimeout(this.#timer);
    const sending = this.#sending.then(() => this.#send(action));
    this.#sending = sending;
    return sending;
  }

  async #send(action: string): Promise<boolean> {
    if (!this.#form.isConnected) return false;
    const isAgain = this.#unanswered !== undefined;
    const body = this.#unanswered ?? this.#written(action);
    if (!isAgain) this.#isChanged = false;
    try {
      const isSaved = await this.#take(await this.#post(body), body, isAgain ? "keep" : action);
      this.#unanswered = undefined;
      return isAgain && isSaved ? await this.#send(action) : isSaved;
    } catch {
      body.set("do", "keep");
      this.#unanswered = body;
      alertUser("offline");
      this.change(againMs);
      return false;
    }
  }

  #post(body: Written): Promise<Response> {
    const hasFiles = body instanceof FormData;
    return fetch(this.#form.getAttribute("action") ?? "", {
      method: "POST",
      body,
      headers: { Accept: streamType },
      // It arrives even when the page is left; browsers do that for 64 KB.
      keepalive: !hasFiles && body.toString().length < 60_000,
      signal: AbortSignal.timeout(hasFiles ? fileMs : 15_000),
    });
  }

  #written(action: string): Written {
    const form = new FormData(this.#form);
    form.set("do", action);
    if ([...form.values()].some((value) => value instanceof File && value.size > 0)) return form;
    const fields = [...form].filter(([, value]) => typeof value === "string");
    // Files were left out.
    return new URLSearchParams(fields as [string, string][]);
  }

  /** A file is sent once: one that was refused has to be chosen again, as its problem says. */
  #forgetFiles(sent: Written): void {
    for (const input of this.#form.querySelectorAll<HTMLInputElement>("input[type=file]"))
      if (input.files?.[0] === sent.get(input.name)) input.value = "";
  }

  async #take(response: Response, sent: Written, action: string): Promise<boolean> {
    const text = await response.text();
    if (response.headers.get("content-type")?.startsWith(streamType) !== true) return this.#refused(response);
    this.#forgetFiles(sent);
    if (!response.ok) this.#isChanged = true;
    else {
      this.#note(response.headers.get("Draft-Revision"));
      // What has been written meanwhile must not be replaced by the card.
      if (action === "save" && this.#isChanged) return this.#send(action);
    }
    render(text);
    if (response.ok) document.getElementById("question-problems")?.replaceChildren();
    alertUser(response.ok ? "" : "refused");
    say(response.ok ? "saved" : "");
    return response.ok;
  }

  /** @throws Error when it is tried again in a moment */
  #refused({ status }: Response): false {
    this.#isChanged = true;
    if (status >= 500) throw new Error(`status ${status}`);
    if (status === 403) alertUser("ended", this.#nativeSubmit("signIn"));
    else alertUser("failed", this.#nativeSubmit("showWhy"));
    return false;
  }

  /** The form is based on what was saved now; what follows is the same step of undoing. */
  #note(revision: string | null): void {
    if (revision === null) return;
    hiddenField(this.#form, "revision").value = revision;
    hiddenField(this.#form, "continues").value = "on";
    this.#form.closest<HTMLElement>("turbo-frame")?.setAttribute("data-in-work", "stored");
  }

  /** Sends the form as a page, which says what is wrong; the server keeps it while its user signs in again. */
  #nativeSubmit(label: "signIn" | "showWhy"): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button button-primary";
    button.textContent = editor()?.dataset[label] ?? "";
    button.addEventListener("click", () => {
      this.stop();
      this.#form.closest("turbo-frame")?.setAttribute("data-turbo", "false");
      this.#form.requestSubmit(this.#form.querySelector<HTMLButtonElement>("button[value=save]"));
    });
    return button;
  }
}

const keepers = new WeakMap<HTMLFormElement, Keeper>();

/** The keeper of a form; one for each. */
export function keeperOf(form: HTMLFormElement): Keeper {
  const keeper = keepers.get(form) ?? new Keeper(form);
  keepers.set(form, keeper);
  return keeper;
}
