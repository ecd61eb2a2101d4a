import type { SchemaChange } from './migration.ts';

/**
 * An invitation proves no address unless its link was mailed. Accounts that one made before may have got their link from
 * the inviter, so they claim their addresses; a provider vouches for those that sign in through it alone.
 */
export const claimedInvitations: SchemaChange = {
  name: 'claimed-invitations',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    `alter table memberships add column awaited_address ${text}`,
    `alter table users add column invited_by ${text}`,
    `alter table password_links add column mailed_to ${text}`,
  ],
  indexes: [
    {
      name: 'memberships_awaiting',
      on: 'memberships (awaited_address) where awaited_address is not null',
    },
  ],
  backfills: [
    {
      table: 'users',
      key: 'id',
      set: "email_proof = case when password_hash is null and sso_signed_in_at is not null then 'provider' end",
      where: "email_proof = 'invitation'",
    },
    { table: 'users', key: 'id', set: 'former_email_proof = null', where: "former_email_proof = 'invitation'" },
  ],
};
