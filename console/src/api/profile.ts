// Requests with which users change their own account.
import type { Resource } from './client.ts';
import { creating, deleting, list, proving, record, updating } from './query.ts';

export const updateAccount = updating('/api/v2/account/update', 'users');

/** Changes the password and ends all other sessions. */
export const updatePassword = updating('/api/v2/account/password', 'users');

const twoFactor = '/api/v2/account/two-factor';

/**
 * Starts the set-up of two-factor authentication, by text message if a phone number is given, otherwise with an
 * authenticator app.
 */
export const beginTwoFactor = creating(twoFactor, 'two-factor-enrolments');

/** Turns on two-factor authentication. Only this response contains the recovery codes. */
export const confirmTwoFactor = creating(`${twoFactor}/confirm`, 'two-factor-enrolments');

/** Turns off two-factor authentication. Requires the user's password. */
export const endTwoFactor = proving(twoFactor, 'two-factor-enrolments');

/** Creates new recovery codes. They replace the existing codes. */
export const createRecoveryCodes = creating(`${twoFactor}/recovery-codes`, 'recovery-codes');

export type OwnIdentity = Resource<'identities'>;

const identities = '/api/v2/account/identities';

/** Accounts at identity providers that are linked to the user's own account. */
export const ownIdentitiesQuery = record('identities', identities)();

/** Unlinks an identity from the user's own account. */
export const unlinkOwnIdentity = proving(`${identities}/{identity_id}`, 'identities');

const sessions = '/api/v2/account/sessions';

/** The user's own sessions, newest first. */
export const sessionsQuery = list('sessions', sessions);

export const endSession = deleting(`${sessions}/{session_id}`);

export const endOtherSessions = deleting(sessions);
