import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Email, Username } from '../../../jsonapi/schema.ts';
import {
  bigint,
  flag,
  generated,
  integer,
  nullable,
  oneOf,
  serial,
  table,
  text,
  time,
} from '../../../kernel/columns.ts';

const proof = oneOf('administrator', 'provider', 'mail');

/** Accounts of people and services. A key is the folded form of the name beside it. */
export const users = entity('users', {
  id: text(),
  username: attribute(text(), { set: 'always', isRequired: true, schema: Username() }),
  username_key: text(),
  email: attribute(text(), { set: 'always', isRequired: true, schema: Email() }),
  email_key: text(),
  /** Source of the proof of the e-mail address; null while its owner only claims it (docs/decisions/0027). */
  email_proof: nullable(proof),
  /** The last proved address, which comes back when the claimed one turns out to be somebody else's. */
  former_email: nullable(text()),
  former_email_proof: nullable(proof),
  /** The address that its owner wants instead, which counts for nothing yet. */
  unconfirmed_email: nullable(text()),
  /** Null while the e-mail address is the account's first. */
  email_changed_at: nullable(time()),
  password_hash: nullable(text()),
  /** Sealed; null while there is no two-factor authentication. */
  two_factor_secret: nullable(text()),
  /** Sealed: where codes are sent by text message; null where an authenticator makes them. */
  two_factor_phone: nullable(text()),
  /** The time step of the last code that was accepted, so that none is accepted twice. */
  two_factor_step: nullable(bigint()),
  /** Null while a code has yet to prove that the secret arrived. */
  two_factor_confirmed_at: nullable(time()),
  is_admin: attribute(generated(flag()), { set: 'once' }),
  is_suspended: attribute(generated(flag())),
  is_service_account: attribute(generated(flag()), { set: 'once' }),
  created_at: time(),
  /** Null until the account has a password or a token of its own. */
  activated_at: nullable(time()),
  /** Null until the person signs in through the identity provider. */
  sso_signed_in_at: nullable(time()),
  /** Null until the person signs in, in whatever way. */
  signed_in_at: nullable(time()),
  /** Inviter and organization of the invitation that made the account, in words; null for any other account. */
  invited_by: nullable(text()),
});

/** One row: how many accounts of each status there are, kept by the transactions that change them. */
export const userCounts = table('user_counts', {
  id: integer(),
  active_members: bigint(),
  suspended_members: bigint(),
  active_admins: bigint(),
  suspended_admins: bigint(),
});

/** SQLite only: the numbers by which its trigram index `user_words` knows the accounts. Triggers keep both. */
export const userNumbers = table('user_numbers', {
  number: serial(),
  user_id: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof users, typeof userCounts, typeof userNumbers]> {}
}
