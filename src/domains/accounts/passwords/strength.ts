import { type Context, service } from '../../../context.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import { newPasswordStrength } from './password-strength.ts';

const passwordStrength = service(() => newPasswordStrength());

/** Throws 422 if a password is easy to guess, or equals the username or address of its account. */
export async function requireStrongPassword(
  context: Context,
  password: string,
  { username, email }: { readonly username: string; readonly email: string },
): Promise<void> {
  const [local = ''] = email.split('@');
  if (!(await passwordStrength(context).isGuessable(password, [username, email, local]))) return;
  const detail = 'Password is too easy to guess. Use several words or a less common password';
  throw invalid(attributeProblem('password', 'weak-password', detail));
}
