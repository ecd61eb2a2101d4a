import type { Migration } from './migration.ts';

/** Sign-outs by the identity provider, as long as a sign-in from before may still arrive. */
export const samlSignOuts: Migration = {
  name: '0014-saml-sign-outs',
  statements: ({ text }) => [
    `create table saml_sign_outs (
      id ${text} primary key,
      provider ${text} not null,
      name_id ${text} not null,
      session_index ${text},
      issued_at ${text} not null,
      expires_at ${text} not null
    )`,
    'create index saml_sign_outs_name on saml_sign_outs (provider, name_id)',
    'create index saml_sign_outs_expiry on saml_sign_outs (expires_at)',
  ],
};
