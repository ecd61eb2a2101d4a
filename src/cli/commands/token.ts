import {
  createUserToken,
  findUser,
  type ShownToken,
  type TokenInput,
  tokenResource,
} from '../../domains/accounts/index.ts';
import { organizationAsTokenOwner, replaceGroupToken, teamAsTokenOwner } from '../../domains/organizations/index.ts';
import { actingCommand, type CommandContext } from '../acting-command.ts';
import { CommandFailed, UsageError } from '../command.ts';
import { tokenCommands } from '../declarations/token.ts';
import { orMissing } from '../missing.ts';
import { oneRecord } from '../output.ts';

interface TokenOwners {
  readonly user: string | undefined;
  readonly team: string | undefined;
  readonly organization: string | undefined;
}

const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A hundred years: further, a time has no four-digit year. */
const maxLifetime = 36_500 * 86_400_000;

/** When a token ends that lives for a time such as `30d`, `12h` or `90m` from `now`; ISO 8601. */
const expiryOf = (life: string | undefined, now: number): string | null => {
  if (life === undefined) return null;
  const [, count = '', unit = ''] = /^(\d{1,9})([mhd])$/.exec(life) ?? [];
  const milliseconds = Number(count) * (unitMilliseconds[unit] ?? Number.NaN);
  if (!(milliseconds > 0 && milliseconds <= maxLifetime)) {
    throw new UsageError('--expires-in must be a number of minutes, hours or days, such as 90m, 12h or 30d.');
  }
  return new Date(now + milliseconds).toISOString();
};

const ofUser = async ({ context, actor }: CommandContext, name: string, input: TokenInput): Promise<ShownToken> => {
  const user = await findUser(context, name);
  if (user === undefined) throw new CommandFailed(`There is no account ${name}.`);
  return createUserToken(context, actor, user.id, input);
};

const ofTeam = async ({ context, actor }: CommandContext, id: string, input: TokenInput): Promise<ShownToken> => {
  const owner = await orMissing(teamAsTokenOwner(context, actor, id), `There is no team ${id}.`);
  return replaceGroupToken(context, actor, owner, input);
};

const ofOrganization = async (
  { context, actor }: CommandContext,
  name: string,
  input: TokenInput,
): Promise<ShownToken> => {
  const owner = await orMissing(organizationAsTokenOwner(context, actor, name), `There is no organization ${name}.`);
  return replaceGroupToken(context, actor, owner, input);
};

const make = (
  { user, team, organization }: TokenOwners,
  session: CommandContext,
  input: TokenInput,
): Promise<ShownToken> => {
  const owners = [user, team, organization].filter((owner) => owner !== undefined);
  if (owners.length !== 1) throw new UsageError('Name one holder: --user, --team or --organization.');
  if (user !== undefined) return ofUser(session, user, input);
  return team === undefined ? ofOrganization(session, owners[0] ?? '', input) : ofTeam(session, team, input);
};

export const create = actingCommand(
  tokenCommands.create,
  async (session, { options: { expiresIn, description = null, ...tokenOwners } }) => {
    const expires_at = expiryOf(expiresIn, session.context.clock.now());
    return oneRecord(tokenResource, await make(tokenOwners, session, { description, expires_at }));
  },
);
