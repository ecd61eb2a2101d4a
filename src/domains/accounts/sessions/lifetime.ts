/** A session ends when it is not used for this long, in milliseconds. */
export const maxIdleTime = 12 * 3_600_000;

/** A session ends this long after the sign-in, in milliseconds. */
export const maxSessionTime = 14 * 24 * 3_600_000;

const minute = 60_000;

/** So many minutes in milliseconds; without a number no limit. */
export const inMilliseconds = (minutes: number | null | undefined): number =>
  (minutes ?? Number.POSITIVE_INFINITY) * minute;

/** When a session ends at the latest, which the organizations of a person set earlier, never later. */
export const endOf = (session: {
  readonly created_at: string;
  readonly expires_at: string;
  readonly session_remember: number | null;
}): number =>
  Math.min(Date.parse(session.expires_at), Date.parse(session.created_at) + inMilliseconds(session.session_remember));
