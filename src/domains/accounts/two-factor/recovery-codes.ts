// Recovery codes for people who have lost their authenticator. Each code works once.
import type { Transaction } from '../../../db/database.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';
import { deleteRecoveryCode, deleteRecoveryCodes, insertRecoveryCodes } from './store.ts';
import { randomBase32 } from './totp.ts';

const howMany = 10;
/**
 * Number of random bytes in a code. With at least 112 random bits, a fast hash protects a code as well as a password
 * hash would (OWASP ASVS 5.0, 6.5.2).
 */
const codeBytes = 15;
const codeForm = /^[a-z2-7]{8}(-?[a-z2-7]{8}){2}$/;

/** Replaces the recovery codes of an account, whose row the transaction must have locked. Only hashes are stored. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(tx, userId, codes.map(tokenHash));
  return codes;
}

/** Uses up a recovery code. Returns false if the account has no such code. */
export async function takeRecoveryCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const code = shownForm(typed);
  return code !== undefined && deleteRecoveryCode(tx, userId, tokenHash(code));
}

const newCode = (): string => inParts(randomBase32(codeBytes).toLowerCase());

const inParts = (code: string): string => code.replaceAll('-', '').replaceAll(/.{8}(?=.)/g, '$&-');

/**
 * Converts an entered code to the form in which it was shown, because people may enter capitals or omit the hyphens.
 */
const shownForm = (typed: string): string | undefined => {
  const code = typed.toLowerCase();
  return codeForm.test(code) ? inParts(code) : undefined;
};
