import type { Context } from '../../../context.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';

/** 422 for a password that is easy to guess, or that is the name or the address of its account. */
export async function requireStrongPassword(
  { passwordStrength }: Context,
  password: string,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<void> {
  const [local = ''] = email.split('@');
  if (!(await passwordStrength.isGuessable(password, [username, email, local]))) return;
  const detail = 'Password is too easy to guess; choose several words, or one that is not common';
  throw invalid(attributeProblem('password', 'weak-password', detail));
}
