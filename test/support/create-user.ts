import type { Context } from '../../src/context.ts';
import type { UserRow } from '../../src/domains/accounts/users/store.ts';
import { addUser, draftUser, type UserInput } from '../../src/domains/accounts/users/users.ts';
import { auditedTransaction } from '../../src/domains/audit/index.ts';
import type { Actor } from '../../src/kernel/actor.ts';

/** Creates an account. Fails with 422 if the username or the e-mail address is taken. */
export async function createUser(context: Context, actor: Actor, input: UserInput): Promise<UserRow> {
  const draft = await draftUser(context, input);
  return auditedTransaction(context, actor, async (tx) => ({ result: draft.row, audit: [await addUser(tx, draft)] }));
}
