// Formats the output of the release scripts.

export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1)} MB`;

/** Formats a duration that is given in ms. Returns a dash if the duration is undefined. */
export const seconds = (duration: number | undefined): string =>
  duration === undefined ? '-' : `${(duration / 1000).toFixed(1)} s`;
