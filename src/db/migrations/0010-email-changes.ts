import type { Migration } from './migration.ts';

/** When accounts got their present e-mail addresses, unless with the account itself. */
export const emailChanges: Migration = {
  name: '0010-email-changes',
  statements: ({ text }) => [`alter table users add column email_changed_at ${text}`],
};
