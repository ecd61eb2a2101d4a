// Actions on a single account, with the same rules as the administration endpoints.

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
import { asOperator, type CommandContext } from './as-operator.ts';

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

/** Finds an account by its username or identifier. Throws an error that names the missing account. */
export const namedAccount = async (context: Context, name: string): Promise<UserRow> => {
  const user = await findUser(context, name);
  if (user === undefined) throw new CommandFailed(`There is no account ${name}.`);
  return user;
};

/** Returns an account as output. `meta` contains values that cannot be read again later. */
export const shownAccount = (
  user: ShownUser,
  meta?: Readonly<Record<string, string>> | undefined,
  labels: Labels = accountLabels,
): Output => oneRecord(userResource, user, meta, labels);

/**
 * Returns the link with which a user sets a password, as output for the operator, who passes it on. Undefined if there
 * is no link.
 */
export const passwordLink = (url: string | undefined): Readonly<Record<string, string>> | undefined =>
  url === undefined ? undefined : { 'set-password-url': url };

/** Creates an action that changes an account and then shows it. */
export const accountAction = (act: (session: CommandContext, user: UserRow) => Promise<ShownUser>): Action =>
  asOperator(async (session, { subject }) =>
    shownAccount(await act(session, await namedAccount(session.context, subject))),
  );

/** Creates an action that changes the status of an account. */
export const statusAction = (transition: TransitionName): Action =>
  accountAction(({ context, actor }, user) => changeAccountStatus(context, actor, user, transition));

/** Turns off two-factor authentication for an account. */
export const twoFactorAction = accountAction(({ context, actor }, user) => disableTwoFactorOf(context, actor, user));
