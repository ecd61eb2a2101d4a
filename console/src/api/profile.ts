// Changes that a person makes to their own account.
import type { Resource } from './client.ts';
import { creating, deleting, list, proving, record, updating } from './query.ts';

export const updateAccount = updating('/api/v2/account/update', 'users');

/** Changes the password; all other sessions end. */
export const updatePassword = updating('/api/v2/account/password', 'users');

const twoFactor = '/api/v2/account/two-factor';

/** Begins with an authenticator app, or with a phone number where one is given. */
export const beginTwoFactor = creating(twoFactor, 'two-factor-enrolments');

/** Turns two-factor authentication on; the answer has the recovery codes, once. */
export const confirmTwoFactor = creating(`${twoFactor}/confirm`, 'two-factor-enrolments');

/** Turns two-factor authentication off; the password proves who does. */
export const endTwoFactor = proving(twoFactor, 'two-factor-enrolments');

/** Makes new recovery codes; the former ones stop working. */
export const createRecoveryCodes = creating(`${twoFactor}/recovery-codes`, 'recovery-codes');

export type OwnIdentity = Resource<'identities'>;

const identities = '/api/v2/account/identities';

/** The names by which identity providers know one's own account. */
export const ownIdentitiesQuery = record('identities', identities)();

/** Unlinks an identity of one's own account. */
export const unlinkOwnIdentity = proving(`${identities}/{identity_id}`, 'identities');

const sessions = '/api/v2/account/sessions';

/** One's own sessions, the newest first. */
export const sessionsQuery = list('sessions', sessions);

export const endSession = deleting(`${sessions}/{session_id}`);

export const endOtherSessions = deleting(sessions);
