import {
  confirmEmailOf,
  confirmIdentity,
  createAccount,
  deleteUser,
  findIdentities,
  getShownUser,
  identityResource,
  listUsers,
  newAccount,
  recountUsers,
  unlinkIdentity,
  userResource,
} from '../../../domains/accounts/commands.ts';
import type { UserRow } from '../../../domains/accounts/index.ts';
import { pageIn } from '../../../kernel/page.ts';
import {
  accountAction,
  namedAccount,
  passwordLink,
  shownAccount,
  statusAction,
  twoFactorAction,
} from '../../data/account.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { listQueryOf } from '../../data/list.ts';
import { CommandFailed, UsageError } from '../../terminal/command.ts';
import { checkedInput, passwordFromStdin, requireOptions } from '../../terminal/input.ts';
import { aligned, type Labels, manyRecords, oneRecord } from '../../terminal/output.ts';
import type { userCommands } from './command.ts';

const columns = {
  username: 'USERNAME',
  email: 'EMAIL',
  'is-admin': 'ADMINISTRATOR',
  'is-suspended': 'SUSPENDED',
  'is-service-account': 'SERVICE ACCOUNT',
};

export const list = asOperator<typeof userCommands.list>(async ({ context, actor }, { options }) => {
  const page = await listUsers(context, actor, listQueryOf(options));
  return manyRecords(userResource, page, columns);
});

export const show = accountAction(({ context, actor }, { id }) => getShownUser(context.database, actor, id));

export const create = asOperator<typeof userCommands.create>(async ({ context, actor }, { options }, terminal) => {
  const { username, email, admin: isAdmin, serviceAccount: isServiceAccount } = options;
  requireOptions({ '--username': username, '--email': email });
  const password = options.passwordStdin ? await passwordFromStdin(terminal) : undefined;
  const input = checkedInput(newAccount, { username, email, password });
  const created = await createAccount(context, actor, { ...input, isAdmin, isServiceAccount });
  const { passwordUrl, invitedAt } = created;
  const mailed = invitedAt === undefined ? undefined : { invitation: `mailed to ${invitedAt}` };
  return shownAccount(created, mailed ?? passwordLink(passwordUrl));
});

export const remove = asOperator<typeof userCommands.remove>(async (session, { subject, options }) => {
  const user = await namedAccount(session.context, subject);
  const { username } = user;
  if (!options.yes) throw new UsageError(`This deletes the account ${username}; add --yes to confirm.`);
  await deleteUser(session.context, session.actor, user);
  return { text: `Deleted ${username}.`, json: { deleted: username } };
});

export const recount = asOperator(async ({ context, actor }) => {
  const { before, after } = await recountUsers(context, actor);
  const rows = Object.entries(after).map(([name, count]) => [
    name.replace('_', ' '),
    String(Reflect.get(before, name)),
    String(count),
  ]);
  return { text: aligned([['ACCOUNTS', 'BEFORE', 'NOW'], ...rows]), json: { before, after } };
});
export const suspend = statusAction('suspend');

export const unsuspend = statusAction('unsuspend');

export const grantAdmin = statusAction('grant_admin');

export const revokeAdmin = statusAction('revoke_admin');

export const disableTwoFactor = twoFactorAction;

export const confirmEmail = accountAction(({ context, actor }, user) => confirmEmailOf(context, actor, user));

const identityLabels: Labels = {
  provider: 'PROVIDER',
  'name-id': 'NAME',
  'to-confirm-since': 'PENDING SINCE',
  'confirmed-at': 'CONFIRMED',
};

export const identities = asOperator(async ({ context }, { subject }) => {
  const rows = await findIdentities(context, await namedAccount(context, subject));
  const page = pageIn(rows, { number: 1, size: Math.max(1, rows.length) });
  return manyRecords(identityResource, page, identityLabels);
});

/** Returns the identity that `--identity` names, or the account's only identity. */
const namedIdentity = async ({ context }: CommandContext, user: UserRow, id: string | undefined) => {
  const all = await findIdentities(context, user);
  const [only, ...others] = all.filter((row) => id === undefined || identityResource.object(row).id === id);
  if (only === undefined) throw new CommandFailed(`${user.username} has no such identity at the identity provider.`);
  if (others.length > 0) throw new UsageError(`${user.username} has several identities; name one: --identity <id>.`);
  return only;
};

export const confirmIdentityOf = asOperator<typeof userCommands.confirmIdentityOf>(
  async (session, { subject, options }) => {
    const user = await namedAccount(session.context, subject);
    const identity = await namedIdentity(session, user, options.identity);
    return oneRecord(identityResource, await confirmIdentity(session.context, session.actor, identity));
  },
);

export const unlinkIdentityOf = asOperator<typeof userCommands.unlinkIdentityOf>(
  async (session, { subject, options }) => {
    const user = await namedAccount(session.context, subject);
    const identity = await namedIdentity(session, user, options.identity);
    await unlinkIdentity(session.context, session.actor, identity);
    const { id } = identityResource.object(identity);
    return { text: `Unlinked ${identity.name_id} from ${user.username}.`, json: { unlinked: id } };
  },
);
