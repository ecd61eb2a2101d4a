// Commands on one account, by the rules that the administration over HTTP keeps.
import type { ShownUser, TransitionName, UserRow } from '../domains/accounts/index.ts';
import { actingCommand, type Command, type CommandContext, CommandFailed, type Output } from './command.ts';

/** The argument that names an account. */
export const accountArgument = ['name', 'its username or identifier'] as const;

/** Finds an account by its username or identifier; says so when there is none. */
export const namedAccount = async ({ context }: CommandContext, name: string): Promise<UserRow> => {
  const { findUser } = await import('../domains/accounts/index.ts');
  const user = await findUser(context, name);
  if (user === undefined) throw new CommandFailed(`There is no account ${name}.`);
  return user;
};

/** Shows an account, with what is known only now as `meta`. */
export const shownAccount = async (
  user: ShownUser,
  meta?: Readonly<Record<string, string>> | undefined,
): Promise<Output> => {
  const { userResource } = await import('../domains/accounts/index.ts');
  const { oneRecord } = await import('./output.ts');
  return oneRecord(userResource, user, meta);
};

/** The link that sets a password, where there is one to hand on. */
export const passwordLink = (url: string | undefined): Readonly<Record<string, string>> | undefined =>
  url === undefined ? undefined : { 'set-password-url': url };

interface Words {
  readonly name: string;
  readonly description: string;
}

/** A command that does something to one account and shows it. */
export const accountCommand = (
  words: Words,
  act: (session: CommandContext, user: UserRow) => Promise<ShownUser>,
): Command =>
  actingCommand({
    ...words,
    argument: accountArgument,
    act: async (session, { subject }) => shownAccount(await act(session, await namedAccount(session, subject))),
  });

/** A command that changes the standing of one account. */
export const statusCommand = (words: Words, transition: TransitionName): Command =>
  accountCommand(words, async ({ context, actor }, user) => {
    const { changeAccountStatus } = await import('../domains/accounts/index.ts');
    return changeAccountStatus(context, actor, user, transition);
  });

/** A command that turns the two-factor authentication of one account off. */
export const twoFactorCommand = (words: Words): Command =>
  accountCommand(words, async ({ context, actor }, user) => {
    const { disableTwoFactorOf } = await import('../domains/accounts/index.ts');
    return disableTwoFactorOf(context, actor, user);
  });
