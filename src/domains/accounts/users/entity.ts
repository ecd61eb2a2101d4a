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

/**
 * Accounts of people and services. Columns that end in `_key` hold the name in the case-folded form that is used for
 * comparisons.
 */
export const users = entity('users', {
  id: text(),
  username: attribute(text(), { set: 'always', isRequired: true, schema: Username() }),
  username_key: text(),
  email: attribute(text(), { set: 'always', isRequired: true, schema: Email() }),
  email_key: text(),
  /** How the e-mail address was confirmed. Null while it is unconfirmed (docs/decisions/0027). */
  email_proof: nullable(proof),
  /** The last confirmed address. It is restored if the unconfirmed one turns out to belong to another person. */
  former_email: nullable(text()),
  former_email_proof: nullable(proof),
  /** Pending address, which has no effect until it is confirmed. */
  unconfirmed_email: nullable(text()),
  /** Time of the last change of the e-mail address. Null if it was never changed. */
  email_changed_at: nullable(time()),
  password_hash: nullable(text()),
  /** Encrypted secret for one-time codes. Null without two-factor authentication. */
  two_factor_secret: nullable(text()),
  /** Encrypted phone number that receives codes by text message. Null if an authenticator app generates the codes. */
  two_factor_phone: nullable(text()),
  /** Time step of the last accepted code, so that no code is accepted twice. */
  two_factor_step: nullable(bigint()),
  /** Time when a first code confirmed the enrolment. Null before. */
  two_factor_confirmed_at: nullable(time()),
  is_admin: attribute(generated(flag()), { set: 'once' }),
  is_suspended: attribute(generated(flag())),
  is_service_account: attribute(generated(flag()), { set: 'once' }),
  created_at: time(),
  /**
   * Time when the account got its first password or token, or first signed in through an identity provider. Null
   * before.
   */
  activated_at: nullable(time()),
  /**
   * Time of the last sign-in through an identity provider. This time limits the lifetime of the person's tokens. Null
   * if there was no such sign-in.
   */
  sso_signed_in_at: nullable(time()),
  /** Time of the last sign-in by any method. Null before the first one. */
  signed_in_at: nullable(time()),
  /**
   * Text that names the inviter and the organization of the invitation that created the account. Null for all other
   * accounts.
   */
  invited_by: nullable(text()),
});

/** A single row with the number of accounts by status. Transactions that change accounts keep it up to date. */
export const userCounts = table('user_counts', {
  id: integer(),
  active_members: bigint(),
  suspended_members: bigint(),
  active_admins: bigint(),
  suspended_admins: bigint(),
});

/** SQLite only: row numbers of accounts in the trigram index `user_words`. Triggers keep both up to date. */
export const userNumbers = table('user_numbers', {
  number: serial(),
  user_id: text(),
});
