import type { TablesOf } from '../../../db/tables.ts';
import { integer, json, nullable, table, text, time } from '../../../kernel/columns.ts';

/** Keys of workload identity tokens: the signing key, and retired keys that are still published. */
export const oidcKeys = table('oidc_keys', {
  /** Thumbprint of the key (RFC 7638). */
  kid: text(),
  /** Public members of the JSON Web Key, as JSON (RFC 7517). */
  public_key: json(),
  /** Encrypted private key. Null once the key no longer signs. */
  private_key: nullable(text()),
  created_at: time(),
  /** Time since which another key signs. Null while this key signs. */
  retired_at: nullable(time()),
});

/** A single row with the signing key and the times of the next rotation and trim. */
export const oidcSigning = table('oidc_signing', {
  id: integer(),
  /** Thumbprint of the signing key. Null until the first key is created. */
  kid: nullable(text()),
  next_rotation_at: time(),
  next_trim_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof oidcKeys, typeof oidcSigning]> {}
}
