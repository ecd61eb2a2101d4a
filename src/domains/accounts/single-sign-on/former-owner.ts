// Accounts whose e-mail address may be another person's by now.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Claims } from '../../../protocols/sign-in/claims.ts';
import type { SignInRules } from './rules.ts';
import { type Identity, lastUsesOf } from './store.ts';

const day = 24 * 3_600_000;

/** An account, and its identity where it has one. */
interface Subject {
  readonly user: { readonly id: string; readonly is_suspended: number };
  readonly identity?: Identity | undefined;
}

/** True if a sign-in by a known name must wait for the confirmation of an administrator. */
export async function mustConfirm(
  tx: Transaction,
  context: Context,
  rules: SignInRules,
  { claims, user, identity }: Subject & { readonly claims: Claims; readonly identity: Identity },
): Promise<boolean> {
  if (identity.to_confirm_since !== null) return true;
  return claims.isNameAddress && mayHaveFormerOwner(tx, context, rules, { user, identity });
}

/** True of a suspended account, and of one that was unused for `confirmAfterUnusedDays`. */
export async function mayHaveFormerOwner(
  tx: Transaction,
  { clock }: Context,
  rules: SignInRules,
  { user, identity }: Subject,
): Promise<boolean> {
  if (user.is_suspended === 1) return true;
  const { activated_at: activatedAt = null, ...uses } = (await tx.first(lastUsesOf, { user: user.id })) ?? {};
  // Nobody has used the account yet: it waits for its first owner.
  if (activatedAt === null) return false;
  const times = [activatedAt, identity?.confirmed_at ?? null, ...Object.values(uses)];
  const lastUse = Math.max(...times.map((time) => (time === null ? 0 : Date.parse(time))));
  return lastUse <= clock.now() - rules.confirmAfterUnusedDays * day;
}
