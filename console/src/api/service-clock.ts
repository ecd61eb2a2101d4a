// The clock of the service. Relative times are computed with it, because the clock of the browser may be wrong.

/**
 * Maximum difference in ms between the clocks of the browser and the service that is ignored. The service sends its
 * time in whole seconds, and a response takes some time to arrive.
 */
export const clockTolerance = 5_000;

let difference = 0;

/** Reads the time of the service from the header of a response. */
export function noteServiceTime({ headers }: Response): void {
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
  if (!Number.isNaN(ahead)) difference = Math.abs(ahead) <= clockTolerance ? 0 : ahead;
}

/** Current time of the service, in ms. */
export const serviceNow = (): number => Date.now() + difference;
