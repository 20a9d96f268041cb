import { z } from "zod";

/** The data of a call that has nothing to return: an object, as clients need one. */
export const emptyObject = z.object({});

export const emptyData: z.output<typeof emptyObject> = {};
