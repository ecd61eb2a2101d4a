// Queries for the session and for the account of the signed-in user.
import { boot } from './boot.ts';
import { record } from './query.ts';

/** The user's own account, with its permissions and the organizations that require two-factor authentication. */
export const accountQuery = record('account', '/api/v2/account/details', { staleTime: 60_000 })();

/** The browser's session, with its account and the expiry of an impersonation. */
export const sessionQuery = record('session', '/api/v2/session')();

export const isImpersonating = boot.impersonation !== undefined;
