const maxWaiting = 600_000;

/** True if something has waited for more than ten minutes; `since` is a time as it is stored. */
export const isLate = (since: string | undefined, now: number): since is string =>
  since !== undefined && now - Date.parse(since) > maxWaiting;
