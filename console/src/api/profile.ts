// Changes that a person makes to their own account.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { sessionList } from './list-specs.ts';
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

export const updateAccount = (names: ProfileInput, proof: OwnerProof) =>
  read(
    api.PATCH('/api/v2/account/update', {
      body: { data: { type: 'users', attributes: { ...names, ...ownerProof(proof) } } },
    }),
  );

export interface PasswordInput {
  readonly 'current-password': string;
  readonly password: string;
  readonly 'password-confirmation': string;
}

/** Changes the password; all other sessions end. */
export const updatePassword = (attributes: PasswordInput) =>
  send(api.PATCH('/api/v2/account/password', { body: { data: { type: 'users', attributes } } }));

/** Begins with an authenticator app, or with a phone number where one is given. */
export const beginTwoFactor = (phoneNumber: string | null) =>
  read(
    api.POST('/api/v2/account/two-factor', {
      body: {
        data: {
          type: 'two-factor-enrolments',
          attributes: phoneNumber === null ? {} : { 'phone-number': phoneNumber },
        },
      },
    }),
  );

/** Turns two-factor authentication on; the answer has the recovery codes, once. */
export const confirmTwoFactor = (code: string) =>
  read(
    api.POST('/api/v2/account/two-factor/confirm', {
      body: { data: { type: 'two-factor-enrolments', attributes: { 'one-time-code': code } } },
    }),
  );

const proofOf = <const Type extends string>(type: Type, password: string) => ({
  data: { type, attributes: { 'current-password': password } },
});

/** Turns two-factor authentication off; the password proves who does. */
export const endTwoFactor = (password: string) =>
  send(api.DELETE('/api/v2/account/two-factor', { body: proofOf('two-factor-enrolments', password) }));

/** Makes new recovery codes; the former ones stop working. */
export const createRecoveryCodes = (password: string) =>
  read(api.POST('/api/v2/account/two-factor/recovery-codes', { body: proofOf('recovery-codes', password) }));

export type OwnIdentity = Resource<'identities'>;

/** The names by which identity providers know one's own account. */
export const ownIdentitiesQuery = queryOptions({
  queryKey: keyOf('identities'),
  queryFn: ({ signal }) => read(api.GET('/api/v2/account/identities', { signal })),
});

export const refreshIdentities = (queryClient: QueryClient) => refresh(queryClient, keyOf('identities'));

/** Unlinks an identity of one's own account. */
export const unlinkOwnIdentity = (id: string, proof: OwnerProof) =>
  send(
    api.DELETE('/api/v2/account/identities/{identity_id}', {
      params: { path: { identity_id: id } },
      body: { data: { type: 'identities', attributes: ownerProof(proof) } },
    }),
  );

/** One's own sessions, the newest first. */
export const sessionsQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('sessions', search),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/account/sessions', { signal, params: { query: listQuery(sessionList, search) } })),
    placeholderData: keepPreviousData,
  });

export const refreshSessions = (queryClient: QueryClient) => refresh(queryClient, keyOf('sessions'));

export const endSession = (id: string) =>
  send(api.DELETE('/api/v2/account/sessions/{session_id}', { params: { path: { session_id: id } } }));

export const endOtherSessions = () => send(api.DELETE('/api/v2/account/sessions'));
