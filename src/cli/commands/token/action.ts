import { createUserToken } from '../../../domains/accounts/commands.ts';
import { type ShownToken, type TokenInput, tokenResource } from '../../../domains/accounts/index.ts';
import {
  organizationAsTokenOwner,
  replaceGroupToken,
  teamAsTokenOwner,
} from '../../../domains/organizations/commands.ts';
import { namedAccount } from '../../data/account.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { orMissing } from '../../data/missing.ts';
import { UsageError } from '../../terminal/command.ts';
import { oneRecord } from '../../terminal/output.ts';
import type { tokenCommands } from './command.ts';

const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Maximum lifetime in milliseconds, 100 years. Later expiry times could have years with more than four digits. */
const maxLifetime = 36_500 * 86_400_000;

/**
 * Returns the expiry time in ISO 8601. `life` is a duration such as `30d`, `12h` or `90m` that begins at `now`. Null if
 * no duration is given.
 */
const expiryOf = (life: string | undefined, now: number): string | null => {
  if (life === undefined) return null;
  const [, count = '', unit = ''] = /^(\d{1,9})([mhd])$/.exec(life) ?? [];
  const milliseconds = Number(count) * (unitMilliseconds[unit] ?? Number.NaN);
  if (!(milliseconds > 0 && milliseconds <= maxLifetime)) {
    throw new UsageError('--expires-in must be a number of minutes, hours or days, such as 90m, 12h or 30d.');
  }
  return new Date(now + milliseconds).toISOString();
};

/** Creates a token for a user, team or organization. The options must name exactly one of them. */
const make = async (
  { context, actor }: CommandContext,
  { user, team, organization = '' }: Readonly<Record<'user' | 'team' | 'organization', string | undefined>>,
  input: TokenInput,
): Promise<ShownToken> => {
  if (user !== undefined) return createUserToken(context, actor, (await namedAccount(context, user)).id, input);
  const owner = await (team === undefined
    ? orMissing(
        organizationAsTokenOwner(context, actor, { organization_name: organization }),
        `There is no organization ${organization}.`,
      )
    : orMissing(teamAsTokenOwner(context, actor, { team_id: team }), `There is no team ${team}.`));
  return replaceGroupToken(context, actor, owner, input);
};

export const create = asOperator<typeof tokenCommands.create>(
  async (session, { options: { expiresIn, description = null, ...tokenOwners } }) => {
    const owners = Object.values(tokenOwners).filter((name) => name !== undefined);
    if (owners.length !== 1) throw new UsageError('Name one owner: --user, --team or --organization.');
    const expires_at = expiryOf(expiresIn, session.context.clock.now());
    return oneRecord(tokenResource, await make(session, tokenOwners, { description, expires_at }));
  },
);
