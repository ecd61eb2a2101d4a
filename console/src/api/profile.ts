// Changes that a person makes to their own account.
import type { QueryClient } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { creating, deleting, list, record, updating } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

export interface ProfileInput {
  readonly username?: string;
  readonly email?: string;
}

/** Proof of the owner of an account; what is empty is not sent. */
export type OwnerProof = Readonly<Record<'current-password' | 'one-time-code', string>>;

const ownerProof = (proof: OwnerProof) => ({
  'current-password': proof['current-password'] || null,
  'one-time-code': proof['one-time-code'] || null,
});

const changeAccount = updating('/api/v2/account/update', 'users');

export const updateAccount = (names: ProfileInput, proof: OwnerProof) =>
  changeAccount({ ...names, ...ownerProof(proof) });

/** Changes the password; all other sessions end. */
export const updatePassword = updating('/api/v2/account/password', 'users');

const twoFactor = '/api/v2/account/two-factor';

const enrol = creating(twoFactor, 'two-factor-enrolments');

/** Begins with an authenticator app, or with a phone number where one is given. */
export const beginTwoFactor = (phoneNumber: string | null) =>
  enrol(phoneNumber === null ? {} : { 'phone-number': phoneNumber });

const confirm = creating(`${twoFactor}/confirm`, 'two-factor-enrolments');

/** Turns two-factor authentication on; the answer has the recovery codes, once. */
export const confirmTwoFactor = (code: string) => confirm({ 'one-time-code': code });

/** Turns two-factor authentication off; the password proves who does. */
export const endTwoFactor = (password: string) =>
  client.delete(twoFactor, {
    body: { data: { type: 'two-factor-enrolments', attributes: { 'current-password': password } } },
  });

const makeCodes = creating(`${twoFactor}/recovery-codes`, 'recovery-codes');

/** Makes new recovery codes; the former ones stop working. */
export const createRecoveryCodes = (password: string) => makeCodes({ 'current-password': password });

export type OwnIdentity = Resource<'identities'>;

const identities = '/api/v2/account/identities';

/** The names by which identity providers know one's own account. */
export const ownIdentitiesQuery = record('identities', identities)();

export const refreshIdentities = (queryClient: QueryClient) => refresh(queryClient, keyOf('identities'));

/** Unlinks an identity of one's own account. */
export const unlinkOwnIdentity = (id: string, proof: OwnerProof) =>
  client.delete(`${identities}/{identity_id}`, {
    params: { identity_id: id },
    body: { data: { type: 'identities', attributes: ownerProof(proof) } },
  });

const sessions = '/api/v2/account/sessions';

/** One's own sessions, the newest first. */
export const sessionsQuery = list('sessions', sessions);

export const refreshSessions = (queryClient: QueryClient) => refresh(queryClient, keyOf('sessions'));

export const endSession = deleting(`${sessions}/{session_id}`);

export const endOtherSessions = deleting(sessions);
