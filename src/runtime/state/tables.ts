import type { TablesOf } from '../../db/tables.ts';
import { integer, nullable, table, text, time } from '../../kernel/columns.ts';

/** Values of this installation, one row each, such as the identifier of the encryption key. */
export const instance = table('instance', {
  name: text(),
  value: text(),
});

/** Responses to requests with an Idempotency-Key. */
export const idempotency = table('kept_answers', {
  /** SHA-256 of the caller and its key. */
  id: text(),
  caller: text(),
  /** Fingerprint of the request. */
  fingerprint: text(),
  status: integer(),
  /** JSON. */
  headers: text(),
  /** Null if the response is not stored. */
  body: nullable(text()),
  /** Type and identifier of the created resource. */
  record: nullable(text()),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof instance, typeof idempotency]> {}
}
