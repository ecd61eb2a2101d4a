/** A session ends when it is not used for this long, in milliseconds. */
export const maxIdleTime = 12 * 3_600_000;

/** A session ends this long after the sign-in, in milliseconds. */
export const maxSessionTime = 14 * 24 * 3_600_000;
