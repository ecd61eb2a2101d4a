/** Idle time in milliseconds after which a session ends. */
export const maxIdleTime = 12 * 3_600_000;

/** Maximum duration of a session in milliseconds. */
export const maxSessionTime = 14 * 24 * 3_600_000;

const minute = 60_000;

/** Converts minutes to milliseconds. Infinity if there is no limit. */
export const inMilliseconds = (minutes: number | null | undefined): number =>
  (minutes ?? Number.POSITIVE_INFINITY) * minute;

/**
 * Latest end of a session, in milliseconds since 1970. A person's organizations can shorten a session but not extend
 * it.
 */
export const endOf = (session: {
  readonly created_at: string;
  readonly expires_at: string;
  readonly session_remember: number | null;
}): number =>
  Math.min(Date.parse(session.expires_at), Date.parse(session.created_at) + inMilliseconds(session.session_remember));
