import type { TablesOf } from '../../../db/tables.ts';
import { integer, json, nullable, table, text, time } from '../../../kernel/columns.ts';

/** The keys of workload identity tokens: the one that signs, and those that only verify. */
export const oidcKeys = table('oidc_keys', {
  /** The thumbprint of the key (RFC 7638). */
  kid: text(),
  /** The public members, as they are published. */
  public_key: json(),
  /** Sealed; null once the key signs no more. */
  private_key: nullable(text()),
  created_at: time(),
  /** Since when another key signs; null while this one does. */
  retired_at: nullable(time()),
});

/** One row: the key that signs, and when the timers fire. */
export const oidcSigning = table('oidc_signing', {
  id: integer(),
  /** Null until the first key has been made. */
  kid: nullable(text()),
  next_rotation_at: time(),
  next_trim_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof oidcKeys, typeof oidcSigning]> {}
}
