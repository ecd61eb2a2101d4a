// The accounts of the instance, for its administrators.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { userList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type User = Resource<'users'>;

/** The accounts, with how many there are of each status whatever the search. */
export const usersQuery = (search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('users', 'list', search),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/admin/users', { signal, params: { query: listQuery(userList, search) } })),
    placeholderData: keepPreviousData,
  });

/** One account, by its id or username. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('users', 'one', id),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/admin/users/{user_id}', { signal, params: { path: { user_id: id } } })),
  });

export const refreshUsers = (queryClient: QueryClient) => refresh(queryClient, keyOf('users'));

/** Reads the lists again, and not each account: one of them may be deleted. */
export const refreshUserLists = (queryClient: QueryClient) => refresh(queryClient, keyOf('users', 'list'));

/** The organizations of an account, a page at a time. */
export const organizationsOfUserQuery = (id: string, search: ListSearch = {}) =>
  queryOptions({
    queryKey: keyOf('users', 'organizations', id, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/users/{user_id}/organizations', {
          signal,
          params: { path: { user_id: id }, query: listQuery({}, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export interface UserInput {
  readonly username: string;
  readonly email: string;
  readonly 'is-admin': boolean;
  readonly 'is-service-account': boolean;
}

/** Creates an account without a password; only this answer has the link to set one. */
export const createUser = (attributes: UserInput) =>
  read(api.POST('/api/v2/admin/users', { body: { data: { type: 'users', attributes } } }));

const to = (id: string) => ({ params: { path: { user_id: id } } });

/** Requests that change the status of an account. */
export const userActs = {
  suspend: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/suspend', to(id))),
  unsuspend: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/unsuspend', to(id))),
  promote: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/grant-admin', to(id))),
  demote: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/revoke-admin', to(id))),
  disableTwoFactor: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/disable-two-factor', to(id))),
  confirmEmail: (id: string) => read(api.POST('/api/v2/admin/users/{user_id}/actions/confirm-email', to(id))),
} as const;

export const deleteUser = (id: string) => send(api.DELETE('/api/v2/admin/users/{user_id}', to(id)));

/** Makes the session act as the account; the cookie changes, so the document is loaded again. */
export const impersonate = (id: string, reason: string) =>
  send(api.POST('/api/v2/admin/users/{user_id}/actions/impersonate', { ...to(id), body: { reason } }));

export type Identity = Resource<'identities'>;

/** The names by which the identity provider knows an account. */
export const identitiesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('users', 'identities', id),
    queryFn: ({ signal }) =>
      read(api.GET('/api/v2/admin/users/{user_id}/identities', { signal, params: { path: { user_id: id } } })),
  });

const toIdentity = (user: string, id: string) => ({ params: { path: { user_id: user, identity_id: id } } });

export const confirmIdentity = (user: string, id: string) =>
  read(api.POST('/api/v2/admin/users/{user_id}/identities/{identity_id}/actions/confirm', toIdentity(user, id)));

export const unlinkIdentity = (user: string, id: string) =>
  send(api.DELETE('/api/v2/admin/users/{user_id}/identities/{identity_id}', toIdentity(user, id)));
