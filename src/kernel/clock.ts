/** The only source of the current time in the program. Tests replace it. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970 (UTC). */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Formats a time as ISO 8601 in UTC with milliseconds and `Z`, the format used in the database and in responses. */
export const timestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
