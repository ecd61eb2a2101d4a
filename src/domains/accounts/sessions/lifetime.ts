/** How long a session may lie unused, in milliseconds. */
export const longestIdle = 12 * 3_600_000;

/** How long a session lasts in all, in milliseconds. */
export const longestSession = 14 * 24 * 3_600_000;
