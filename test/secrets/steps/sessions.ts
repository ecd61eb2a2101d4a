// Signing in, right and wrong, and acting as somebody else.
import { documentOf } from '../../support/documents.ts';
import { type Journal, keptCookie } from '../journal.ts';
import { type Account, api, newPassword } from './passwords.ts';

const signIn = (status: number, username: string, password: string) => ({
  status,
  json: documentOf('sessions', { username, password }),
});

/** Everything that goes wrong at the door. */
export const failToSignIn = async (journal: Journal, { username, password }: Account): Promise<void> => {
  const { ask } = journal;
  await ask('POST', `${api}/session`, signIn(401, username, newPassword(journal, 'wrong')));
  await ask('POST', `${api}/session`, signIn(401, password, 'x'));
  await ask('POST', `${api}/session`, signIn(401, newPassword(journal, 'typed as a username'), 'x'));
  const onPage = (login: string, typed: string) =>
    ask('POST', '/sign-in', { form: { login, password: typed }, status: 401 });
  await onPage(username, newPassword(journal, 'wrong on the page'));
  await onPage(newPassword(journal, 'typed as a username on the page'), password);
};

/** The administrator signs in, acts as somebody, goes back, and signs out. */
export const actAs = async (journal: Journal, { username, password }: Account, target: Account): Promise<void> => {
  const { ask } = journal;
  const entered = await ask('POST', `${api}/session`, signIn(201, username, password));
  const own = keptCookie(journal, 'cookie: signed in', entered);
  const reason = { json: { reason: 'a ticket' }, status: 204 };
  const begun = await ask('POST', `${api}/admin/users/${target.username}/actions/impersonate`, {
    cookie: own,
    ...reason,
  });
  const acting = keptCookie(journal, 'cookie: impersonating', begun);
  await ask('GET', `${api}/session`, { cookie: own, status: 401 });
  await ask('GET', `${api}/session`, { cookie: acting, status: 200 });
  await ask('PATCH', `${api}/account/update`, { cookie: acting, json: documentOf('users', {}), status: 403 });
  const ended = await ask('POST', `${api}/admin/users/actions/unimpersonate`, { cookie: acting, status: 204 });
  const back = keptCookie(journal, 'cookie: back again', ended);
  await ask('GET', `${api}/account/sessions`, { cookie: back, status: 200 });
  await ask('DELETE', `${api}/session`, { cookie: back, status: 204 });
  await ask('GET', `${api}/session`, { cookie: back, status: 401 });
};

/** Somebody signs in on the page and stays. */
export const enterByPage = async (journal: Journal, { username: login, password }: Account): Promise<string> => {
  const cookie = keptCookie(
    journal,
    'cookie: signed in on the page',
    await journal.ask('POST', '/sign-in', { form: { login, password }, status: 303 }),
  );
  await journal.ask('GET', '/', { cookie, status: 200 });
  return cookie;
};
