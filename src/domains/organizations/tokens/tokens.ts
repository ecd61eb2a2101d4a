// The one token that a team or an organization has.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import {
  deleteToken,
  type Holder,
  issueToken,
  removeToken,
  type ShownToken,
  type TokenInput,
  type TokenRow,
  tokenOfOrganization,
  tokenOfTeam,
  validTokenInput,
} from '../../accounts/index.ts';
import { change } from '../../audit/index.ts';
import { holdOrganization } from '../organizations/organizations.ts';
import { heldTeam } from '../teams/teams.ts';

/** A team or an organization. */
export type GroupHolder = Exclude<Holder, { readonly kind: 'user' }>;

/** The token of a team or an organization; 404 when it has none. */
export async function getGroupToken({ database }: Context, holder: GroupHolder): Promise<ShownToken> {
  const token = await tokenOf(database, holder);
  if (token === undefined) throw notFound();
  return token;
}

/** Makes the token of a team or an organization; the one before stops at once. */
export function replaceGroupToken(
  context: Context,
  actor: Actor,
  holder: GroupHolder,
  input: TokenInput,
): Promise<ShownToken> {
  const valid = validTokenInput(context, input);
  const organization = organizationOf(holder);
  return change(context, actor, async (tx) => {
    await lock(tx, holder);
    const before = await tokenOf(tx, holder);
    const removed = before === undefined ? [] : [await removeToken(tx, before, organization)];
    const { row, text, audit } = await issueToken(tx, context, { actor, holder }, valid);
    return { result: { ...row, text }, audit: [...removed, audit] };
  });
}

/** Deletes the token of a team or an organization; 404 when it has none. */
export async function deleteGroupToken(context: Context, actor: Actor, holder: GroupHolder): Promise<void> {
  const token = await getGroupToken(context, holder);
  await deleteToken(context, actor, { token, organizationId: organizationOf(holder) });
}

const organizationOf = (holder: GroupHolder): string => (holder.kind === 'team' ? holder.organizationId : holder.id);

const tokenOf = (reader: Reader, { kind, id }: GroupHolder): Promise<TokenRow | undefined> =>
  reader.first(kind === 'team' ? tokenOfTeam : tokenOfOrganization, { id });

/** Lets one change at a time at a holder's token; 404 when the holder has been deleted meanwhile. */
const lock = async (tx: Transaction, holder: GroupHolder): Promise<void> => {
  if (holder.kind === 'team') await heldTeam(tx, { id: holder.id, organization_id: holder.organizationId });
  else await holdOrganization(tx, holder.id);
};
