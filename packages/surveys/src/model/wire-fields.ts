import { z } from "zod";

/** An id: integers that may pass 32 bits. */
export const idField = z.int().min(1);

/** A number of things. */
export const countField = z.int().min(0);

/** Seconds since 1970; 0 when not set. */
export const secondsField = z.int().min(0);

/** A list of texts. */
export const textsField = z.array(z.string());

/** `YYYY-MM-DD HH:MM:SS` in the platform's zone; "" when not set. */
export const textTimeField = z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/);
