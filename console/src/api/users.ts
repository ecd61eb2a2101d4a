// The accounts of the instance, for its administrators.
import type { Resource } from './client.ts';
import { userList } from './list-specs.ts';
import { acting, calling, creating, deleting, list, record } from './query.ts';

export type User = Resource<'users'>;

export const users = '/api/v2/admin/users';
const user = `${users}/{user_id}` as const;
const identities = `${user}/identities` as const;

/** The accounts, with how many there are of each status whatever the search. */
export const usersQuery = list('users', users, { spec: userList });

/** One account, by its id or username. */
export const userQuery = record('user', user);

/** The organizations of an account, a page at a time. */
export const organizationsOfUserQuery = list('user-organizations', '/api/v2/users/{user_id}/organizations');

/** Creates an account without a password; only this answer has the link to set one. */
export const createUser = creating(users, 'users');

/** Requests that change the status of an account. */
export const userActs = {
  suspend: acting(`${user}/actions/suspend`),
  unsuspend: acting(`${user}/actions/unsuspend`),
  promote: acting(`${user}/actions/grant-admin`),
  demote: acting(`${user}/actions/revoke-admin`),
  disableTwoFactor: acting(`${user}/actions/disable-two-factor`),
  confirmEmail: acting(`${user}/actions/confirm-email`),
} as const;

export const deleteUser = deleting(user);

/** Makes the session act as the account; the cookie changes, so the document is loaded again. */
export const impersonate = calling('post', `${user}/actions/impersonate`);

export type Identity = Resource<'identities'>;

/** The names by which the identity provider knows an account. */
export const identitiesQuery = record('user-identities', identities);

export const confirmIdentity = acting(`${identities}/{identity_id}/actions/confirm`);

export const unlinkIdentity = deleting(`${identities}/{identity_id}`);
