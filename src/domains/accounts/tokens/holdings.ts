// What holders do with their tokens: a person has many, a team and an organization one each.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { readPageOf } from '../../../db/page.ts';
import { attributeProblem, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { Page } from '../../../lib/page.ts';
import { change } from '../../audit/audit.ts';
import { holdOrganization } from '../../organizations/organizations/organizations.ts';
import { heldTeam } from '../../organizations/teams/teams.ts';
import { holdUser } from '../users/users.ts';
import type { ShownToken } from './resource.ts';
import { deleteTokenRow, type TokenRow, tokenById, tokenOfOrganization, tokenOfTeam, tokensOfUser } from './store.ts';
import { type Holder, issueToken, type TokenInput } from './tokens.ts';

/** A team or an organization. */
export type GroupHolder = Exclude<Holder, { readonly kind: 'user' }>;

/** A page of a person's tokens, the oldest first. */
export const listUserTokens = ({ database }: Context, user: string, { page }: ListQuery): Promise<Page<ShownToken>> =>
  readPageOf(database, tokensOfUser, { values: { user }, request: page });

/** The input with its expiry in the stored form; 422 unless that is in the future. */
const checked = ({ clock }: Context, { expiresAt, ...input }: TokenInput): TokenInput => {
  if (expiresAt === undefined || expiresAt === null) return input;
  const at = Date.parse(expiresAt);
  if (at <= clock.now()) throw invalid(attributeProblem('expired-at', 'Expired at must be in the future'));
  return { ...input, expiresAt: timestamp(at) };
};

/** Makes one more token for a person. 422 when it would have expired already, 404 when the account has gone meanwhile. */
export const createUserToken = (
  context: Context,
  actor: Actor,
  user: string,
  input: TokenInput,
): Promise<ShownToken> => {
  const asked = checked(context, input);
  return change(context, actor, async (tx) => {
    await holdUser(tx, user);
    const { row, text, audit } = await issueToken(tx, context, { actor, holder: { kind: 'user', id: user } }, asked);
    return { result: { ...row, text }, audit: [audit] };
  });
};

const organizationOf = (holder: GroupHolder): string => (holder.kind === 'team' ? holder.organizationId : holder.id);

/** Lets one change at a time at a holder's token; 404 when the holder has gone meanwhile. */
const hold = async (tx: Transaction, holder: GroupHolder): Promise<void> => {
  if (holder.kind === 'team') await heldTeam(tx, { id: holder.id, organization_id: holder.organizationId });
  else await holdOrganization(tx, holder.id);
};

const tokenOf = (reader: Reader, { kind, id }: GroupHolder): Promise<TokenRow | undefined> =>
  reader.first(kind === 'team' ? tokenOfTeam : tokenOfOrganization, { id });

/** The token of a team or an organization; 404 when it has none. */
export const getGroupToken = async ({ database }: Context, holder: GroupHolder): Promise<ShownToken> => {
  const token = await tokenOf(database, holder);
  if (token === undefined) throw notFound();
  return token;
};

const remove = async (tx: Transaction, row: TokenRow, organizationId: string | undefined): Promise<AuditEntry> => {
  const { id, kind, description, expires_at: expiresAt } = row;
  if (!(await deleteTokenRow(tx, id))) throw notFound();
  const before = { holder: row.user_id ?? row.team_id ?? row.organization_id, kind, description, expiresAt };
  const entry = { action: 'token.delete', type: 'authentication-tokens', id, before };
  return organizationId === undefined ? entry : { ...entry, organizationId };
};

/** Makes the token of a team or an organization; the one before stops at once. */
export const replaceGroupToken = (
  context: Context,
  actor: Actor,
  holder: GroupHolder,
  input: TokenInput,
): Promise<ShownToken> => {
  const asked = checked(context, input);
  const organization = organizationOf(holder);
  return change(context, actor, async (tx) => {
    await hold(tx, holder);
    const before = await tokenOf(tx, holder);
    const removed = before === undefined ? [] : [await remove(tx, before, organization)];
    const { row, text, audit } = await issueToken(tx, context, { actor, holder }, asked);
    return { result: { ...row, text }, audit: [...removed, audit] };
  });
};

/** A token, and the organization that it belongs to unless it is a person's. */
export interface HeldToken {
  readonly token: TokenRow;
  readonly organizationId?: string;
}

/** Deletes a token, which stops at once; 404 when it has gone meanwhile. */
export const deleteToken = (context: Context, actor: Actor, { token, organizationId }: HeldToken): Promise<void> =>
  change(context, actor, async (tx) => {
    const row = await tx.first(tokenById, { id: token.id });
    if (row === undefined) throw notFound();
    return { result: undefined, audit: [await remove(tx, row, organizationId)] };
  });

/** Deletes the token of a team or an organization; 404 when it has none. */
export const deleteGroupToken = async (context: Context, actor: Actor, holder: GroupHolder): Promise<void> => {
  const token = await getGroupToken(context, holder);
  await deleteToken(context, actor, { token, organizationId: organizationOf(holder) });
};
