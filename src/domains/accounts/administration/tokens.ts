// Management of the tokens of all owners by site administrators and operators.
import type { Context } from '../../../context.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Page } from '../../../kernel/page.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { tokenRevoked } from '../mails.ts';
import type { ShownToken } from '../tokens/resource.ts';
import { tokensOfUser } from '../tokens/store.ts';
import { type OwnedToken, removeToken, withoutPersonalText } from '../tokens/tokens.ts';
import { lockUser, type UserRow } from '../users/users.ts';

/** Returns a page of the tokens of an account, without their descriptions. */
export async function listTokensOf(
  { database }: Context,
  { id }: Pick<UserRow, 'id'>,
  query: ListQuery,
): Promise<Page<ShownToken>> {
  const page = await tokensOfUser.read(database, query, { user: id });
  return { ...page, rows: page.rows.map(withoutPersonalText) };
}

/**
 * Deletes the token of any owner. If the owner is a person, the person is notified by mail. Answers 404 if the token
 * was deleted concurrently.
 */
export function revokeToken(context: Context, actor: Actor, { token, organizationId }: OwnedToken): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const user = token.user_id === null ? undefined : await lockUser(tx, token.user_id);
    const entry = await removeToken(tx, token, organizationId);
    if (user !== undefined) await enqueueMail(tx, context, user.email, tokenRevoked(actor, user.username));
    return { result: undefined, audit: [entry] };
  });
}
