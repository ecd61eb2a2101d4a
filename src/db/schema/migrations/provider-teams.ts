import type { SchemaChange } from './migration.ts';

/** Teams that a provider of the sign-in by OpenID Connect fills: whether their names count, and in which organizations. */
export const providerTeams: SchemaChange = {
  name: 'provider-teams',
  version: 2,
  phase: 'expand',
  statements: ({ text }) => [
    'alter table oidc_providers add column team_names_count integer not null default 0',
    `alter table oidc_providers add column organizations ${text} not null default '[]'`,
  ],
  backfills: [
    {
      table: 'oidc_providers',
      key: 'id',
      set: 'team_names_count = 1',
      where: `team_names_count = 0 and preset not in ('google', 'github', 'gitlab')
        and issuer not in ('https://accounts.google.com', 'https://accounts.google.com/', 'https://gitlab.com',
          'https://gitlab.com/', 'https://github.com', 'https://github.com/')
        and issuer not like '%/9188040d-6c67-4c5b-b112-36a304b66dad/%'`,
    },
  ],
};
