// Codes for people who have lost their authenticator. Each works once.
import type { Transaction } from '../../../db/database.ts';
import { tokenHash } from '../../../lib/secrets/tokens.ts';
import { deleteRecoveryCode, deleteRecoveryCodes, insertRecoveryCodes } from './store.ts';
import { randomBase32 } from './totp.ts';

const howMany = 10;
/** From 112 random bits on, plain hashes are as good as those of passwords (OWASP ASVS 5.0, 6.5.2). */
const codeBytes = 15;
const codeForm = /^[a-z2-7]{8}(-?[a-z2-7]{8}){2}$/;

/** Replaces the codes of a locked account; they are stored as hashes. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(tx, userId, codes.map(tokenHash));
  return codes;
}

/** Uses up a code; false when the account has no such code. */
export async function takeRecoveryCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const code = shownForm(typed);
  return code !== undefined && deleteRecoveryCode(tx, userId, tokenHash(code));
}

const newCode = (): string => inParts(randomBase32(codeBytes).toLowerCase());

const inParts = (code: string): string => code.replaceAll('-', '').replaceAll(/.{8}(?=.)/g, '$&-');

/** The form in which the code was shown, from a typed one: people type capitals, or leave out the hyphens. */
const shownForm = (typed: string): string | undefined => {
  const code = typed.toLowerCase();
  return codeForm.test(code) ? inParts(code) : undefined;
};
