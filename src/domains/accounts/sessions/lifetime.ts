/** How long a session may lie unused, in milliseconds. */
export const maxIdleTime = 12 * 3_600_000;

/** How long a session lasts in all, in milliseconds. */
export const maxSessionTime = 14 * 24 * 3_600_000;
