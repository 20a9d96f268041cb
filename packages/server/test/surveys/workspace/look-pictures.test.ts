import { usualTheme } from "@survey-open-platform/surveys";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { makeSurveyPicture, surveyPictureMaximumBytes } from "../../../src/model/survey-picture.ts";
import { formsOf, type Browser } from "../../support/browser.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const red = { create: { width: 800, height: 600, channels: 3, background: "#c81e1e" } } as const;

async function openLook() {
  const opened = await surveyOfAda();
  const page = `${opened.address}/edit/look`;
  const theme = async () => (await opened.draft()).definition.theme;
  return { ...opened, page, theme };
}

type Sent = Readonly<Record<"kind" | "do" | "alt", string>> & { readonly file?: Uint8Array };

async function send(ada: Browser, page: string, { file, ...fields }: Sent) {
  const form = formsOf((await ada.get(page)).html).find(({ action }) => action === `${page}/pictures`);
  const body = new FormData();
  body.append("csrf", form?.hidden["csrf"] ?? "");
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== undefined) body.append("file", new File([new Uint8Array(file)], "picture.png"));
  return ada.send(`${page}/pictures`, { method: "POST", body });
}

const logo = { kind: "logo", do: "save", alt: "A red square" } as const;

describe("the pictures of a survey", () => {
  test.each([
    ["png", sharp(red).png()],
    ["jpeg", sharp(red).jpeg()],
    ["webp", sharp(red).webp()],
  ])("are taken as %s, written again, shown with their text, and removed", async (_format, made) => {
    const { ada, address, page, theme } = await openLook();
    const saved = await send(ada, page, { ...logo, file: await made.toBuffer() });
    expect(saved.location).toBe(`${page}?notice=saved`);
    const kept = (await theme())?.logo;
    expect(kept).toMatchObject({ alt: "A red square", width: 320, height: 240 });
    const picture = `/survey-pictures/${kept?.id}.webp`;
    for (const shown of [await ada.get(page), await ada.get(`${address}/preview`)])
      expect(shown.html).toContain(`src="${picture}" alt="A red square" width="320" height="240"`);
    const served = await ada.get(picture);
    expect(served.headers.get("content-type")).toBe("image/webp");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    await send(ada, page, { ...logo, do: "remove" });
    expect(await theme()).toEqual(usualTheme);
  });

  test("stay when other choices are saved, and their text changes without sending them again", async () => {
    const { ada, page, theme } = await openLook();
    await send(ada, page, { ...logo, file: await sharp(red).png().toBuffer() });
    const kept = (await theme())?.logo;
    await ada.submit(await ada.get(page), page, { color: "#aa3300", do: "save" });
    expect(await theme()).toMatchObject({ color: "#aa3300", logo: kept });
    await send(ada, page, { ...logo, alt: "Our square" });
    expect((await theme())?.logo).toEqual({ ...kept, alt: "Our square" });
  });

  test("belong to a copy of the survey as well, and stay there when the first survey is deleted", async () => {
    const { ada, platform, page, draft, theme } = await openLook();
    await send(ada, page, { ...logo, kind: "picture", file: await sharp(red).png().toBuffer() });
    const { surveyId } = { surveyId: Number(/\d+/.exec(page)?.[0]) };
    const copy = { surveyId, ownerId: 1, creatorUserId: 1, title: "Copy" };
    const kept = (await theme())?.picture;
    expect((await draft()).definition.theme?.picture).toEqual(kept);
    expect(await platform.store.surveys.copySurvey(copy)).toBeDefined();
    await platform.store.surveys.deleteSurvey(surveyId);
    expect((await ada.get(`/survey-pictures/${kept?.id}.webp`)).status).toBe(200);
  });

  test.each([
    ["nothing", new Uint8Array(), "Choose a file"],
    ["a text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "no PNG, JPEG or WebP"],
    ["a GIF", Buffer.from("GIF89a0000000000000000"), "no PNG, JPEG or WebP"],
    ["a broken PNG", Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), "cannot be read"],
  ])("are not made of %s, and what was typed stays", async (_what, file, says) => {
    const { ada, page, theme } = await openLook();
    const refused = await send(ada, page, { ...logo, file });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect(refused.html).toContain('value="A red square"');
    expect(await theme()).toBeUndefined();
  });

  test("need a text for people who do not see them", async () => {
    const { ada, page, theme } = await openLook();
    const file = await sharp(red).png().toBuffer();
    const refused = await send(ada, page, { ...logo, alt: " ", file });
    expect([refused.status, await theme()]).toEqual([400, undefined]);
    expect(refused.html).toContain("Say what it shows");
  });

  test.each(["0123456789abcdef0123456789abcdef.webp", "x.webp", "..%2Fx.webp", "0123.png"])(
    "are none at %s",
    async (name) => {
      const { ada } = await openLook();
      expect((await ada.get(`/survey-pictures/${name}`)).status).toBe(404);
    },
  );
});

describe("what is kept of a file", () => {
  test("is its pixels: no place, no name, no profile", async () => {
    const file = await sharp(red)
      .withExif({ IFD0: { Artist: "Somebody" }, IFD3: { GPSLatitude: "48/1 8/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect(file.toString("latin1")).toContain("Somebody");
    const made = await makeSurveyPicture(file, "picture");
    if (typeof made === "string") throw new Error(made);
    const { exif, icc, xmp, format } = await sharp(Buffer.from(made.content)).metadata();
    expect({ exif, icc, xmp, format }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      format: "webp",
    });
    expect(Buffer.from(made.content).toString("latin1")).not.toContain("Somebody");
  });

  test("is upright, as the camera held it", async () => {
    const file = await sharp(red).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await makeSurveyPicture(file, "picture")).toMatchObject({ width: 600, height: 800 });
  });

  test("is small, whatever its size was, and nothing of a file with too many pixels or bytes", async () => {
    const wide = await sharp({ create: { ...red.create, width: 6000, height: 3000 } })
      .png()
      .toBuffer();
    expect(await makeSurveyPicture(wide, "picture")).toMatchObject({ width: 1520, height: 760 });
    const bomb = await sharp({ create: { ...red.create, width: 10_000, height: 4001 } })
      .png()
      .toBuffer();
    expect(bomb.byteLength).toBeLessThan(surveyPictureMaximumBytes);
    expect(await makeSurveyPicture(bomb, "picture")).toBe("too_many_pixels");
    expect(await makeSurveyPicture(new Uint8Array(surveyPictureMaximumBytes + 1), "logo")).toBe("too_large");
  });
});
