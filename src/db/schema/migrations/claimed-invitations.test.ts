// Accounts of the release before, which took an invitation for a proof of the address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { engines } from '../../../../test/support/world.ts';
import { migrate, openDatabase } from '../../open.ts';
import { query } from '../../query.ts';

/** Leads the schema back to the one before the step. */
const undo = [
  'drop index memberships_awaiting',
  'alter table memberships drop column awaited_address',
  'alter table users drop column invited_by',
  'alter table password_links drop column mailed_to',
  "delete from migrations where name = 'claimed-invitations'",
];

const account = (name: string, proof: string, changes: Readonly<Record<string, string>> = {}): string => {
  const at = '2026-01-01T00:00:00.000Z';
  const row = {
    ...{ id: name, username: name, username_key: name, email: `${name}@example.com`, email_key: `${name}@example.com` },
    ...{ email_proof: proof, created_at: at, ...changes },
  };
  const values = Object.values(row).map((value) => `'${value}'`);
  return `insert into users (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
};

const proofs = query()((db) =>
  db.selectFrom('users').select(['id', 'email_proof', 'former_email_proof']).orderBy('id'),
);

for (const engine of engines) {
  test(`Invited accounts claim their addresses, except those of single sign-on alone (${engine})`, async () => {
    await using location = await freshDatabase(engine);
    const signedIn = { sso_signed_in_at: '2026-01-02T00:00:00.000Z' };
    const accounts = [
      account('administered', 'administrator'),
      account('by-both', 'invitation', { ...signedIn, password_hash: 'hash' }),
      account('by-password', 'invitation', { password_hash: 'hash' }),
      account('by-provider', 'invitation', signedIn),
      account('moved', 'mail', { former_email: 'former@example.com', former_email_proof: 'invitation' }),
    ];
    {
      await using database = await openDatabase(location);
      await database.transaction(async (tx) => {
        for (const statement of [...undo, ...accounts]) await tx.run(rawStatement(statement));
      });
    }

    const applied = await migrate(location);

    await using database = await openDatabase(location);
    const stored = (await database.rows(proofs, {})).map((row) => [row.id, row.email_proof, row.former_email_proof]);
    assert.deepEqual(applied, ['claimed-invitations']);
    assert.deepEqual(stored, [
      ['administered', 'administrator', null],
      ['by-both', null, null],
      ['by-password', null, null],
      ['by-provider', 'provider', null],
      ['moved', 'mail', null],
    ]);
  });
}
