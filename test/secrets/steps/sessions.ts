// Successful and failed sign-ins, and impersonation.
import { documentOf } from '../../support/documents.ts';
import { type Journal, keptCookie } from '../journal.ts';
import { type Account, api, newPassword } from './passwords.ts';

const signIn = (status: number, username: string, password: string) => ({
  status,
  json: documentOf('sessions', { username, password }),
});

/** Tries all ways in which a sign-in can fail. */
export const failToSignIn = async (journal: Journal, { username, password }: Account): Promise<void> => {
  const { request } = journal;
  await request('POST', `${api}/session`, signIn(401, username, newPassword(journal, 'wrong')));
  await request('POST', `${api}/session`, signIn(401, password, 'x'));
  await request('POST', `${api}/session`, signIn(401, newPassword(journal, 'typed as a username'), 'x'));
  const onPage = (login: string, typed: string) =>
    request('POST', '/sign-in', { form: { login, password: typed }, status: 401 });
  await onPage(username, newPassword(journal, 'wrong on the page'));
  await onPage(newPassword(journal, 'typed as a username on the page'), password);
};

/** Signs in as the administrator, impersonates a user, ends the impersonation and signs out. */
export const actAs = async (journal: Journal, { username, password }: Account, target: Account): Promise<void> => {
  const { request } = journal;
  const entered = await request('POST', `${api}/session`, signIn(201, username, password));
  const own = keptCookie(journal, 'cookie: signed in', entered);
  const reason = { json: { reason: 'a ticket' }, status: 204 };
  const begun = await request('POST', `${api}/admin/users/${target.username}/actions/impersonate`, {
    cookie: own,
    ...reason,
  });
  const acting = keptCookie(journal, 'cookie: impersonating', begun);
  await request('GET', `${api}/session`, { cookie: own, status: 401 });
  await request('GET', `${api}/session`, { cookie: acting, status: 200 });
  await request('PATCH', `${api}/account/update`, { cookie: acting, json: documentOf('users', {}), status: 403 });
  const ended = await request('POST', `${api}/admin/users/actions/unimpersonate`, { cookie: acting, status: 204 });
  const back = keptCookie(journal, 'cookie: back again', ended);
  await request('GET', `${api}/account/sessions`, { cookie: back, status: 200 });
  await request('DELETE', `${api}/session`, { cookie: back, status: 204 });
  await request('GET', `${api}/session`, { cookie: back, status: 401 });
};

/** Signs in on the sign-in page. Returns the cookie of the session, which stays open. */
export const enterByPage = async (journal: Journal, { username: login, password }: Account): Promise<string> => {
  const cookie = keptCookie(
    journal,
    'cookie: signed in on the page',
    await journal.request('POST', '/sign-in', { form: { login, password }, status: 303 }),
  );
  await journal.request('GET', '/', { cookie, status: 200 });
  return cookie;
};
