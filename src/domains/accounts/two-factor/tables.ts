import { bigint, flag, integer, table, text, time } from '../../../kernel/columns.ts';

export const recoveryCodes = table('recovery_codes', {
  user_id: text(),
  hash: text(),
});

/** The last code sent to each account by text message. */
export const textCodes = table('text_codes', {
  user_id: text(),
  /** Counter from which each code is derived, together with the account's secret. */
  number: bigint(),
  /** 1 while the code is valid. 0 once it was used or invalidated. */
  is_active: flag(),
  sent_at: time(),
  /** Number of codes sent since `counted_since`. */
  sent_count: integer(),
  counted_since: time(),
});
