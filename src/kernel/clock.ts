/** The only source of time; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601, UTC, three decimals, `Z`: the form stored and shown everywhere. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
