// Accounts of the instance, for site administrators.
import type { Resource } from './client.ts';
import { userList } from './list-specs.ts';
import { acting, calling, creating, deleting, list, record } from './query.ts';

export type User = Resource<'users'>;

export const users = '/api/v2/admin/users';
const user = `${users}/{user_id}` as const;
const identities = `${user}/identities` as const;

/** A page of accounts, with the number of accounts in each status. A search does not change these numbers. */
export const usersQuery = list('users', users, { spec: userList });

/** An account by identifier or username. */
export const userQuery = record('user', user);

/** A page of the organizations that an account belongs to. */
export const organizationsOfUserQuery = list('user-organizations', '/api/v2/users/{user_id}/organizations');

/** Creates an account without a password. Only this response contains the link to set the password. */
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

/** Starts an impersonation of the account. The session cookie changes, so the page must be reloaded. */
export const impersonate = calling('post', `${user}/actions/impersonate`);

export type Identity = Resource<'identities'>;

/** Accounts at identity providers that are linked to an account. */
export const identitiesQuery = record('user-identities', identities);

export const confirmIdentity = acting(`${identities}/{identity_id}/actions/confirm`);

export const unlinkIdentity = deleting(`${identities}/{identity_id}`);
