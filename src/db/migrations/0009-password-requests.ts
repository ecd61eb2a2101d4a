import type { Migration } from './migration.ts';

/** Who has asked for a new password, until a job has seen to it: asking costs the same whoever there is. */
export const passwordRequests: Migration = {
  name: '0009-password-requests',
  statements: ({ text }) => [
    `create table password_requests (
      email_key ${text} primary key,
      request_id ${text} not null,
      address ${text} not null,
      requested_at ${text} not null
    )`,
    'create index password_requests_order on password_requests (requested_at)',
  ],
};
