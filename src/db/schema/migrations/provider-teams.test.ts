// Providers of the release before, whose groups filled teams by name wherever they came from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { engines } from '../../../../test/support/world.ts';
import { migrate, openDatabase } from '../../open.ts';
import { query } from '../../query.ts';

/** Leads the schema back to the one before the step. */
const undo = [
  'alter table oidc_providers drop column team_names_count',
  'alter table oidc_providers drop column organizations',
  "delete from migrations where name = 'provider-teams'",
];

const columns = `id, key, position, name, preset, is_enabled, issuer, client_id, credential, sealed_credential, scopes,
  username_claim, email_claim, groups_claim, site_admin_claim, site_admin_value, allowed_domains, creates_accounts,
  created_at, updated_at`;

const provider = (id: string, preset: string, issuer: string): string =>
  `insert into oidc_providers (${columns}) values ('${id}', '${id}', 1, '${id}', '${preset}', 1, '${issuer}', '', '', '', '[]',
    '', '', '', '', '', '[]', 0, '', '')`;

const namesCount = query()((db) => db.selectFrom('oidc_providers').select(['id', 'team_names_count']).orderBy('id'));

for (const engine of engines) {
  test(`Names of teams count for the providers where not everybody gets an account (${engine})`, async () => {
    await using location = await freshDatabase(engine);
    const personal = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
    const providers = [
      provider('company', 'custom', 'https://idp.example.com'),
      provider('gitlab', 'gitlab', 'https://gitlab.example.com'),
      provider('keycloak', 'keycloak', 'https://idp.example.com/realms/a'),
      provider('other-gitlab', 'custom', 'https://gitlab.com'),
      provider('other-google', 'okta', 'https://accounts.google.com/'),
      provider('personal', 'custom', personal),
    ];
    {
      await using database = await openDatabase(location);
      await database.transaction(async (tx) => {
        for (const statement of [...undo, ...providers]) await tx.run(rawStatement(statement));
      });
    }

    const applied = await migrate(location);

    await using database = await openDatabase(location);
    const stored = (await database.rows(namesCount, {})).map((row) => [row.id, row.team_names_count]);
    assert.deepEqual(applied, ['provider-teams']);
    assert.deepEqual(stored, [
      ['company', 1],
      ['gitlab', 0],
      ['keycloak', 1],
      ['other-gitlab', 0],
      ['other-google', 0],
      ['personal', 0],
    ]);
  });
}
