import type { PlatformZone } from "@survey-open-platform/surveys";

/** A moment as a field of type `datetime-local` has it, without seconds; "" for none. */
export function momentText(at: number | null, zone: PlatformZone): string {
  return zone.format(at).slice(0, 16).replace(" ", "T");
}

/** Where a field shows its moment, and which one it showed. */
interface ShownMoment {
  readonly zone: PlatformZone;
  /** Default none. */
  readonly shown?: number | null;
}

/**
 * Reads what browsers send of a field of type `datetime-local`, or what a person types where there is no such field. The moment that was shown
 * stays as it is, to the millisecond.
 *
 * @returns undefined for what is no moment, null for none
 */
export function momentIn(text: string, { zone, shown = null }: ShownMoment): number | null | undefined {
  const given = text.trim();
  // The field has no seconds, and an hour that the zone has twice reads as one of the two.
  if (given === momentText(shown, zone)) return shown;
  if (given === "") return null;
  const written = given.replace("T", " ");
  return zone.parse(written.length === 16 ? `${written}:00` : written);
}
