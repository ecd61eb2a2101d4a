// Each table has one owner: only a file in the folder that declares the table may write it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { declaredTables, sourceFiles } from './support/declared-tables.ts';
import { tableUses } from './support/table-uses.ts';

/** Files outside of a table's domain that may read the table, mostly to show names in lists. */
const readers: Readonly<Record<string, readonly string[]>> = {
  settings: ['src/runtime/state/live-settings.ts', 'src/domains/organizations/subscriptions/store.ts'],
  users: [
    'src/domains/organizations/memberships/ownership.ts',
    'src/domains/organizations/memberships/store.ts',
    'src/domains/organizations/subscriptions/usage.ts',
    'src/domains/organizations/teams/store.ts',
    'src/domains/organizations/tenants/store.ts',
    'src/domains/modules/protocol/download-store.ts',
  ],
  organizations: [
    'src/domains/accounts/users/store.ts',
    'src/domains/accounts/sessions/store.ts',
    'src/domains/accounts/tokens/store.ts',
    'src/domains/policies/account-store.ts',
    'src/domains/policies/approvals/store.ts',
    'src/domains/policies/end-store.ts',
    'src/domains/policies/code-checks/store.ts',
    'src/domains/policies/policies/store.ts',
    'src/domains/policies/policy-sets/store.ts',
    'src/domains/policies/changes/store.ts',
    'src/domains/policies/evaluations/store.ts',
    'src/domains/policies/inputs/store.ts',
    'src/domains/policies/exemption-requests/store.ts',
    'src/domains/policies/exemptions/store.ts',
    'src/domains/policies/rules/store.ts',
    'src/domains/policies/run-tasks/store.ts',
    'src/domains/policies/replays/store.ts',
    'src/domains/policies/versions/store.ts',
    'src/domains/modules/protocol/download-store.ts',
    'src/domains/modules/protocol/store.ts',
    'src/domains/modules/registry/module-store.ts',
    'src/domains/modules/registry/version-store.ts',
    'src/domains/modules/uses/store.ts',
  ],
  memberships: ['src/domains/accounts/users/store.ts', 'src/domains/accounts/sessions/store.ts'],
  teams: [
    'src/domains/accounts/tokens/store.ts',
    'src/domains/modules/protocol/download-store.ts',
    'src/domains/policies/approvers/store.ts',
    'src/domains/policies/exemption-requests/store.ts',
  ],
  policy_set_approvers: ['src/domains/policies/policy-sets/store.ts', 'src/domains/policies/approvers/store.ts'],
  workspaces: [
    'src/domains/policies/posture/workspaces.ts',
    'src/domains/policies/evaluations/readable.ts',
    'src/domains/policies/overview/workspace-names.ts',
    'src/domains/modules/uses/store.ts',
  ],
  policies: ['src/domains/organizations/subscriptions/usage.ts'],
  policy_sets: ['src/domains/organizations/subscriptions/usage.ts'],
};

/**
 * Files that may write any table, because their tables and columns come from lists in the owning domains or from
 * foreign keys. They re-encrypt secrets, delete expired rows, and delete dependent rows.
 */
const rawWriters = [
  'src/domains/instance/encryption-key/sealed.ts',
  'src/runtime/jobs/expiry.ts',
  'src/runtime/jobs/removal.ts',
];

/** File that builds statements for any table. The table's store passes the name. */
const writeHelpers = 'src/db/writes.ts';

const uses = tableUses(sourceFiles.filter((file) => file !== writeHelpers));
const owners = new Map((await declaredTables()).map(({ table, file }) => [table, dirname(file)]));

/** Returns the domain to which a file belongs, or its folder in `src` if it is outside of the domains. */
const areaOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('src/domains/') ? 3 : 2)
    .join('/');

const isStore = (file: string): boolean => !file.startsWith('src/domains/') || /[/-]store\.ts$/.test(file);

test('A table is written by one store, in the folder that declares it', () => {
  const writers = Map.groupBy(
    uses.filter(({ isWrite }) => isWrite),
    ({ table }) => table,
  );

  const wrong = [...writers].flatMap(([table = 'a name that is no literal', calls]) => {
    const files = [...new Set(calls.map(({ file }) => file))];
    const isRight = files.length === 1 && files.every((file) => dirname(file) === owners.get(table) && isStore(file));
    return isRight ? [] : [`${table}: ${files.join(', ')}`];
  });

  assert.deepEqual(wrong, []);
  assert.ok(writers.size > 35);
});

test('A table is read outside of its domain only by a few named files', () => {
  const foreign = uses.filter(({ file, table = '' }) => {
    const owner = owners.get(table);
    return owner !== undefined && areaOf(file) !== areaOf(owner);
  });
  const actual = new Set(foreign.map(({ table, file }) => `${table}: ${file}`));
  const listed = new Set(Object.entries(readers).flatMap(([table, files]) => files.map((file) => `${table}: ${file}`)));

  assert.deepEqual([...actual.difference(listed)], []);
  assert.deepEqual([...listed.difference(actual)], [], 'these read the table no more');
});

test('No statement that writes is handwritten SQL', () => {
  const byHand = uses.filter(({ isRawWrite }) => isRawWrite).map(({ file }) => file);

  assert.deepEqual([...new Set(byHand)].toSorted(), rawWriters);
});

/** Files that create the tables, or that distribute the tables on a cluster. */
const schemaFiles = /^src\/db\/(schema\/migrations\/|distribution\/placements\.ts$)/;

/** Whether the text contains SQL or a query builder call that names a table. */
const namesTable = (text: string, table: string): boolean =>
  new RegExp(`'${table}'|\\b(from|join|into|update|table|references)\\s+"?${table}\\b`, 'i').test(text);

test('Neither db nor lib names a table of a domain, except for the schema', () => {
  const tables = [...owners].flatMap(([table, folder]) => (folder.startsWith('src/domains/') ? [table] : []));
  const files = sourceFiles.filter((file) => /^src\/(db|lib)\//.test(file) && !schemaFiles.test(file));

  const naming = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
    return tables.filter((table) => namesTable(code, table)).map((table) => `${file}: ${table}`);
  });

  assert.deepEqual(naming, []);
  assert.ok(tables.length > 35);
  assert.ok(namesTable('select at from audit_records order by id', 'audit_records'));
  assert.ok(namesTable("db.selectFrom('users')", 'users'));
});
