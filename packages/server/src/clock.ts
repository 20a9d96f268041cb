/** Tells the time in integer milliseconds UTC. */
export type Clock = () => number;
