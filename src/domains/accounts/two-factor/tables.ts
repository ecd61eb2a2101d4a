import type { TablesOf } from '../../../db/tables.ts';
import { bigint, flag, integer, table, text, time } from '../../../kernel/columns.ts';

export const recoveryCodes = table('recovery_codes', {
  user_id: text(),
  hash: text(),
});

/** The last code that a person got by text message. */
export const textCodes = table('text_codes', {
  user_id: text(),
  /** Counts the codes; with the account's secret it makes each of them. */
  number: bigint(),
  /** 0 once the code was used, or cannot be used any more. */
  is_active: flag(),
  sent_at: time(),
  /** Number of codes sent since `counted_since`. */
  sent_count: integer(),
  counted_since: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof recoveryCodes, typeof textCodes]> {}
}
