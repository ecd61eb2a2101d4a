import { createUserToken, getOwnedToken, listTokensOf, revokeToken } from '../../../domains/accounts/commands.ts';
import {
  findToken,
  type ShownToken,
  type TokenOwner,
  tokenOfOrganization,
  tokenResource,
  tokensOfTeam,
} from '../../../domains/accounts/index.ts';
import {
  organizationAsTokenOwner,
  replaceGroupToken,
  teamAsTokenOwner,
} from '../../../domains/organizations/commands.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import { namedAccount } from '../../data/account.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { listQueryOf } from '../../data/list.ts';
import { orMissing } from '../../data/missing.ts';
import { UsageError } from '../../terminal/command.ts';
import { type Labels, manyRecords, oneRecord } from '../../terminal/output.ts';
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

type OwnerOptions = Readonly<Record<'user' | 'team' | 'organization', string | undefined>>;

/** Returns the owner in the options, which must name exactly one owner. */
const ownerFrom = async (
  { context, actor }: CommandContext,
  { user, team, organization }: OwnerOptions,
): Promise<TokenOwner> => {
  const owners = [user, team, organization].filter((name) => name !== undefined);
  if (owners.length !== 1) throw new UsageError('Name one owner: --user, --team or --organization.');
  if (user !== undefined) return { kind: 'user', id: (await namedAccount(context, user)).id };
  return team === undefined
    ? orMissing(
        organizationAsTokenOwner(context, actor, { organization_name: organization ?? '' }),
        `There is no organization ${organization}.`,
      )
    : orMissing(teamAsTokenOwner(context, actor, { team_id: team }), `There is no team ${team}.`);
};

export const create = asOperator<typeof tokenCommands.create>(async (session, { options }) => {
  const { context, actor } = session;
  const { expiresIn, description = null } = options;
  const owner = await ownerFrom(session, options);
  const input = { description, expires_at: expiryOf(expiresIn, context.clock.now()) };
  const made =
    owner.kind === 'user'
      ? await createUserToken(context, actor, owner.id, input)
      : await replaceGroupToken(context, actor, owner, input);
  return oneRecord(tokenResource, made);
});

/** Returns a page of an owner's tokens. An organization has at most two tokens. */
const tokensOf = async (
  { context }: CommandContext,
  owner: TokenOwner,
  query: ListQuery,
): Promise<Page<ShownToken>> => {
  const { database } = context;
  if (owner.kind === 'user') return listTokensOf(context, owner, query);
  if (owner.kind === 'team') return tokensOfTeam.read(database, query, { team: owner.id });
  const kinds = ['organization', 'audit-trails'] as const;
  const tokens = await Promise.all(kinds.map((kind) => database.first(tokenOfOrganization, { id: owner.id, kind })));
  return pageIn(
    tokens.filter((token) => token !== undefined),
    query.page,
  );
};

const columns: Labels = {
  description: 'DESCRIPTION',
  'created-at': 'CREATED',
  'last-used-at': 'LAST USED',
  'expired-at': 'EXPIRES',
};

export const list = asOperator<typeof tokenCommands.list>(async (session, { options }) => {
  const query = listQueryOf({ ...options, search: undefined });
  return manyRecords(tokenResource, await tokensOf(session, await ownerFrom(session, options), query), columns);
});

export const find = asOperator(async ({ context, actor }, _called, terminal) => {
  const found = await findToken(context, actor, await terminal.input());
  const { text, json } = oneRecord(
    tokenResource,
    found,
    { owner: found.owner },
    { owner: 'Owner', id: 'Token', ...columns },
  );
  return { text: `${text}\nTo delete the token, run: tipstaff token revoke ${found.id}`, json };
});

export const revoke = asOperator(async ({ context, actor }, { subject }) => {
  const token = await orMissing(getOwnedToken(context, subject), `There is no token ${subject}.`);
  await revokeToken(context, actor, token);
  return { text: `Deleted the token ${subject}.`, json: { deleted: subject } };
});
