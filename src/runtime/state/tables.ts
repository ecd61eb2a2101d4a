import type { TablesOf } from '../../db/tables.ts';
import { integer, nullable, table, text, time } from '../../kernel/columns.ts';

/** State of this installation, such as the identifier of the encryption key. Each value has a row. */
export const instance = table('instance', {
  name: text(),
  value: text(),
});

/** Responses to requests with an Idempotency-Key. */
export const idempotency = table('kept_answers', {
  /** SHA-256 of the caller and the idempotency key. */
  id: text(),
  caller: text(),
  /** Hash of the request's method, URL and body. */
  fingerprint: text(),
  status: integer(),
  /** Response headers as JSON. */
  headers: text(),
  /** Response body. Null if it is not stored, because it is secret or too long. */
  body: nullable(text()),
  /** Type and identifier of the record that the request created. */
  record: nullable(text()),
  expires_at: time(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof instance, typeof idempotency]> {}
}
