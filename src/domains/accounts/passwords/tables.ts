import { nullable, table, text, time } from '../../../kernel/columns.ts';

/** Links that set a password. Each can be used once. */
export const passwordLinks = table('password_links', {
  hash: text(),
  user_id: text(),
  /** Address to which the link was mailed. Null if the link was not mailed but shown to another person. */
  mailed_to: nullable(text()),
  created_at: time(),
  expires_at: time(),
});
