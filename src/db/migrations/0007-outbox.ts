import type { Migration } from './migration.ts';

/** Mails that wait to be sent. A row is there until its mail is on its way, or is given up. */
export const outbox: Migration = {
  name: '0007-outbox',
  statements: ({ text }) => [
    `create table outbox (
      id ${text} primary key,
      kind ${text} not null,
      letter ${text} not null,
      attempts integer not null,
      next_attempt_at ${text} not null,
      gives_up_at ${text} not null
    )`,
    'create index outbox_due on outbox (next_attempt_at)',
    'create index outbox_end on outbox (gives_up_at)',
  ],
};
