// Codes for whoever has lost their authenticator, each good for once.
import type { Transaction } from '../../../db/database.ts';
import { tokenHash } from '../../../lib/tokens.ts';
import { randomBase32 } from '../../../lib/totp.ts';
import { deleteRecoveryCode, deleteRecoveryCodes, insertRecoveryCodes } from './store.ts';

const howMany = 10;
/** 80 random bits: so many that a plain hash is enough. */
const codeBytes = 10;
const codeForm = /^([a-z2-7]{8})-?([a-z2-7]{8})$/;

const newCode = (): string => randomBase32(codeBytes).toLowerCase().replace(codeForm, '$1-$2');

/** The code as it was shown, from one that was typed: in capitals, or without the hyphen. */
const shownForm = (typed: string): string | undefined => {
  const code = typed.toLowerCase();
  return codeForm.test(code) ? code.replace(codeForm, '$1-$2') : undefined;
};

/** Makes new codes in place of an account's old ones; they are stored as hashes. The account is held. */
export const replaceRecoveryCodes = async (tx: Transaction, userId: string): Promise<readonly string[]> => {
  const codes = Array.from({ length: howMany }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(tx, userId, codes.map(tokenHash));
  return codes;
};

/** Uses a code up; false when it is none of the account's. */
export const takeRecoveryCode = async (tx: Transaction, userId: string, typed: string): Promise<boolean> => {
  const code = shownForm(typed);
  return code !== undefined && deleteRecoveryCode(tx, userId, tokenHash(code));
};
