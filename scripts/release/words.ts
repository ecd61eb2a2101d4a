// Lines and numbers for people who watch a release.

export const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1)} MB`;

/** A time in ms; none is a dash. */
export const seconds = (duration: number | undefined): string =>
  duration === undefined ? '-' : `${(duration / 1000).toFixed(1)} s`;
