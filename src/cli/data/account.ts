// Actions on one account, by the rules that the administration over HTTP keeps.

import type { Context } from '../../context.ts';
import {
  changeAccountStatus,
  disableTwoFactorOf,
  findUser,
  type ShownUser,
  type TransitionName,
  userResource,
} from '../../domains/accounts/commands.ts';
import type { UserRow } from '../../domains/accounts/index.ts';
import { type Action, CommandFailed, type Output } from '../terminal/command.ts';
import { type Labels, oneRecord } from '../terminal/output.ts';
import { acting, type CommandContext } from './acting.ts';

const accountLabels: Labels = {
  id: 'ID',
  username: 'Username',
  email: 'E-mail address',
  'unconfirmed-email': 'Unconfirmed e-mail address',
  'is-admin': 'Site administrator',
  'is-suspended': 'Suspended',
  'is-service-account': 'Service account',
  'two-factor': 'Two-factor authentication',
  token: 'API token',
  'set-password-url': 'Link that sets the password',
  invitation: 'Invitation',
};

/** Finds an account by its username or identifier; says so when there is none. */
export const namedAccount = async (context: Context, name: string): Promise<UserRow> => {
  const user = await findUser(context, name);
  if (user === undefined) throw new CommandFailed(`There is no account ${name}.`);
  return user;
};

/** Shows an account, with what is known only now as `meta`. */
export const shownAccount = (
  user: ShownUser,
  meta?: Readonly<Record<string, string>> | undefined,
  labels: Labels = accountLabels,
): Output => oneRecord(userResource, user, meta, labels);

/** The link that sets a password, where there is one to hand on. */
export const passwordLink = (url: string | undefined): Readonly<Record<string, string>> | undefined =>
  url === undefined ? undefined : { 'set-password-url': url };

/** An action that does something to one account and shows it. */
export const accountAction = (act: (session: CommandContext, user: UserRow) => Promise<ShownUser>): Action =>
  acting(async (session, { subject }) =>
    shownAccount(await act(session, await namedAccount(session.context, subject))),
  );

/** An action that changes the status of one account. */
export const statusAction = (transition: TransitionName): Action =>
  accountAction(({ context, actor }, user) => changeAccountStatus(context, actor, user, transition));

/** An action that turns the two-factor authentication of one account off. */
export const twoFactorAction = accountAction(({ context, actor }, user) => disableTwoFactorOf(context, actor, user));
