// The account that the session acts as.
import { boot } from './boot.ts';
import { record } from './query.ts';

/** One's own account, with the permissions, and with where two-factor authentication is required. */
export const accountQuery = record('account', '/api/v2/account/details', { staleTime: 60_000 })();

/** The session of this browser: whose it is, and when an impersonation ends. */
export const sessionQuery = record('session', '/api/v2/session')();

export const isImpersonating = boot.impersonation !== undefined;
