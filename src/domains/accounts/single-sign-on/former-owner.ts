// Detects accounts whose e-mail address may have been given to another person.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Claims } from '../../../protocols/sign-in/claims.ts';
import type { SignInRules } from './rules.ts';
import { type LinkedIdentityRow, lastUsesOf } from './store.ts';

const day = 24 * 3_600_000;

/** An account and, if it has one, its identity at the provider. */
interface Subject {
  readonly user: { readonly id: string; readonly is_suspended: number };
  readonly identity?: LinkedIdentityRow | undefined;
}

/** Whether an administrator must confirm a linked identity before it can sign in. */
export async function mustConfirm(
  tx: Transaction,
  context: Context,
  rules: SignInRules,
  { claims, user, identity }: Subject & { readonly claims: Claims; readonly identity: LinkedIdentityRow },
): Promise<boolean> {
  if (identity.to_confirm_since !== null) return true;
  return claims.isNameAddress && mayHaveFormerOwner(tx, context, rules, { user, identity });
}

/**
 * Whether the account is suspended or has been unused for `confirmAfterUnusedDays`, so that its address may belong to
 * another person now.
 */
export async function mayHaveFormerOwner(
  tx: Transaction,
  { clock }: Context,
  rules: SignInRules,
  { user, identity }: Subject,
): Promise<boolean> {
  if (user.is_suspended === 1) return true;
  const { activated_at: activatedAt = null, ...uses } = (await tx.first(lastUsesOf, { user: user.id })) ?? {};
  // Nobody has used the account yet, so it cannot have a former owner.
  if (activatedAt === null) return false;
  const times = [activatedAt, identity?.confirmed_at ?? null, ...Object.values(uses)];
  const lastUse = Math.max(...times.map((time) => (time === null ? 0 : Date.parse(time))));
  return lastUse <= clock.now() - rules.confirmAfterUnusedDays * day;
}
