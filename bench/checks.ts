// Measures the cost of verifying a password, a one-time code and a signature. The service limits how many of these a
// client without an account can cause.

import { newPasswordHasher } from '../src/domains/accounts/password-hashing/hasher.ts';
import { newTotpSecret, totpStep } from '../src/domains/accounts/two-factor/totp.ts';
import { honest, readAssertionOf } from '../test/support/saml/reading.ts';

/** Verification that is run in this process without an HTTP request. */
export interface Check {
  readonly name: string;
  readonly run: () => unknown;
  /** Number of verifications per round. */
  readonly count: number;
}

const passwords = newPasswordHasher();
const secret = newTotpSecret();

export const checks: readonly Check[] = [
  { name: 'check: a password', run: () => passwords.verify('a wrong password', undefined), count: 10 },
  { name: 'check: a one-time code', run: () => totpStep(secret, '000000', Date.now()), count: 400 },
  { name: 'check: a signed assertion', run: () => readAssertionOf(honest), count: 50 },
];

/** Returns the CPU time per verification in nanoseconds, as the sum for all threads. */
export async function costOfCheck({ run, count }: Check): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / count;
}
