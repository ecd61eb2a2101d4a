import type { TablesOf } from '../../db/tables.ts';
import { integer, nullable, table, text, time } from '../../kernel/columns.ts';

/** Facts about this installation, one row each, such as the id of the encryption key. */
export const instance = table('instance', {
  name: text(),
  value: text(),
});

/** The answers to requests with an Idempotency-Key. */
export const idempotency = table('kept_answers', {
  /** Of the caller and its key, a SHA-256. */
  id: text(),
  caller: text(),
  /** Of the request. */
  fingerprint: text(),
  status: integer(),
  /** JSON. */
  headers: text(),
  /** Null where the answer is not kept. */
  body: nullable(text()),
  /** The type and identifier of the record that was made. */
  record: nullable(text()),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof instance, typeof idempotency]> {}
}
