// The single token of a team or an organization.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import {
  deleteToken,
  issueToken,
  removeToken,
  type ShownToken,
  type TokenInput,
  type TokenOwner,
  type TokenRow,
  tokenOfOrganization,
  tokenOfTeam,
  validTokenInput,
} from '../../accounts/index.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization } from '../organizations/organizations.ts';
import { lockTeam } from '../teams/teams.ts';

/** A team or an organization that owns a token. */
export type GroupTokenOwner = Exclude<TokenOwner, { readonly kind: 'user' }>;

/** Returns the single token of a team or an organization. Throws 404 if there is none. */
export async function getGroupToken({ database }: Context, owner: GroupTokenOwner): Promise<ShownToken> {
  return existing(await tokenOf(database, owner));
}

/** Creates the single token of a team or an organization. The previous token stops working immediately. */
export function replaceGroupToken(
  context: Context,
  actor: Actor,
  owner: GroupTokenOwner,
  input: TokenInput,
): Promise<ShownToken> {
  const valid = validTokenInput(context, input);
  const organization = organizationOf(owner);
  return auditedTransaction(context, actor, async (tx) => {
    await lock(tx, owner);
    const before = await tokenOf(tx, owner);
    const removed = before === undefined ? [] : [await removeToken(tx, before, organization)];
    const { row, text, audit } = await issueToken(tx, context, { actor, owner }, valid);
    return { result: { ...row, text }, audit: [...removed, audit] };
  });
}

/** Deletes the single token of a team or an organization. Throws 404 if there is none. */
export async function deleteGroupToken(context: Context, actor: Actor, owner: GroupTokenOwner): Promise<void> {
  const token = await getGroupToken(context, owner);
  await deleteToken(context, actor, { token, organizationId: organizationOf(owner) });
}

const organizationOf = (owner: GroupTokenOwner): string => (owner.kind === 'team' ? owner.organizationId : owner.id);

const tokenOf = (reader: Reader, { kind, id }: GroupTokenOwner): Promise<TokenRow | undefined> =>
  kind === 'team' ? reader.first(tokenOfTeam, { id }) : reader.first(tokenOfOrganization, { id, kind });

/** Locks the token's owner, which serializes changes to the token. Throws 404 if the owner has been deleted. */
const lock = async (tx: Transaction, owner: GroupTokenOwner): Promise<void> => {
  if (owner.kind === 'team') await lockTeam(tx, { id: owner.id, organization_id: owner.organizationId });
  else await lockOrganization(tx, owner.id);
};
