import type { Migration } from './migration.ts';

/** One-time codes by text message. No code is stored: it follows from the account's secret and a number. */
export const textCodes: Migration = {
  name: '0011-text-codes',
  statements: ({ text }) => [
    `alter table users add column two_factor_phone ${text}`,
    `create table text_codes (
      user_id ${text} primary key references users (id) on delete cascade,
      number bigint not null,
      is_open integer not null,
      sent_at ${text} not null,
      sends integer not null,
      sends_since ${text} not null
    )`,
  ],
};
