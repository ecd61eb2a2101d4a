import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { mayImport, partOf } from '../../scripts/lint/import-rules.ts';
import { entityInDomain, fileKnots, importKnots, importProblems } from '../../scripts/lint/imports.ts';

const files = [
  'client/client.ts',
  'src/domains/accounts/index.ts',
  'src/domains/accounts/commands.ts',
  'src/domains/accounts/users/store.ts',
  'src/domains/accounts/users/users.ts',
  'src/domains/audit/index.ts',
  'src/domains/audit/trail-store.ts',
  'src/domains/index.ts',
  'src/domains/console/index.ts',
  'src/domains/organizations/index.ts',
  'src/domains/overview/index.ts',
  'src/domains/policies/index.ts',
  'src/domains/policies/policies/store.ts',
  'src/db/sqlite/sqlite-scanner-thread.ts',
  'src/effects/mail.ts',
  'src/http/route.ts',
  'src/jsonapi/errors.ts',
  'src/kernel/ids.ts',
  'src/lib/text/text.ts',
  'src/pages/layout.ts',
  'src/protocols/saml/xml.ts',
  'src/runtime/jobs/jobs.ts',
  'src/server.ts',
  'test/support/world.ts',
];

/** Returns the problems that the import rules find in a file with the given line. */
const messagesFor = (path: string, line: string): readonly string[] => {
  const sources = new Map([...files.map((each) => [each, ''] as const), [path, line]]);
  return importProblems(sources).map(({ message }) => message);
};

const assertRefused = (path: string, line: string): void =>
  assert.equal(messagesFor(path, line).length, 1, `${path}: ${line}`);

const assertAllowed = (path: string, line: string): void => assert.deepEqual(messagesFor(path, line), [], path + line);

test('A domain is imported only through index.ts, or commands.ts by the command line, however the path is written', () => {
  const deep = 'src/domains/policies/policies/planted.ts';
  assertRefused(deep, "import { insertUser } from '../../accounts/users/store.ts';");
  assertRefused(deep, "import { insertUser } from '../../../domains/accounts/users/store.ts';");
  assertRefused('src/domains/policies/planted.ts', "import { trailPages } from '../audit/trail-store.ts';");
  assertRefused(
    'src/domains/policies/a/b/c/planted.ts',
    "import { trailPages } from '../../../../audit/trail-store.ts';",
  );
  assertRefused('src/domains/index.ts', "import { insertUser } from './accounts/users/store.ts';");
  assertRefused('src/server.ts', "import { insertUser } from './domains/accounts/users/store.ts';");
  assertRefused('src/cli/commands/planted.ts', "import { insertUser } from '../../domains/accounts/users/store.ts';");
  assertRefused(deep, "import { listUsers } from '../../accounts/commands.ts';");
  assertAllowed('src/cli/commands/planted.ts', "import { listUsers } from '../../domains/accounts/commands.ts';");
  assertAllowed(deep, "import { findUser } from '../../accounts/index.ts';");
  assertAllowed(deep, "import { policyList } from './store.ts';");
});

test('The client imports only its own files, and only the command line imports the client', () => {
  assertRefused('client/planted.ts', "import { newId } from '../src/kernel/ids.ts';");
  assertRefused('client/planted.ts', "import type { Text } from '../src/lib/text/text.ts';");
  assertRefused('client/planted.ts', "import { open } from 'node:fs';");
  assertRefused('client/planted.ts', "import { Type } from 'typebox';");
  assertRefused('client/planted.ts', "import { openWorld } from '../test/support/world.ts';");
  assertAllowed('client/planted.ts', "import { newClient } from './client.ts';");
  assertAllowed('src/cli/commands/planted.ts', "import { newClient } from '../../../client/client.ts';");
  assertRefused('src/domains/policies/planted.ts', "import { newClient } from '../../../client/client.ts';");
});

test('Every type of import is found: types, dynamic imports, re-exports, threads, other file extensions', () => {
  const path = 'src/domains/policies/policies/planted.ts';
  const target = '../../accounts/users/store.ts';
  assertRefused(path, `import type { UserRow } from '${target}';`);
  assertRefused(path, `import { type UserRow } from '${target}';`);
  assertRefused(path, `import '${target}';`);
  assertRefused(path, `import * as users from '${target}';`);
  assertRefused(path, `export { insertUser } from '${target}';`);
  assertRefused(path, `export type { UserRow } from '${target}';`);
  assertRefused(path, `export * from '${target}';`);
  assertRefused(path, `export const load = () => import('${target}');`);
  assertRefused(path, `type Row = import('${target}').UserRow;`);
  assertRefused(path, "import { insertUser } from '../../accounts/users/store.js';");
  assertRefused('src/lib/planted.ts', "new Worker(new URL('../db/sqlite/sqlite-scanner-thread.ts', import.meta.url));");
  assertRefused('src/lib/planted.ts', "new Worker(new URL('../db/sqlite/sqlite-scanner-thread.js', import.meta.url));");
});

test('A computed specifier is refused', () => {
  const path = 'src/lib/planted.ts';
  assertRefused(path, "import { buildServer } from '/srv/tipstaff/src/server.ts';");
  assertRefused(path, "import { buildServer } from '#server';");
  assertRefused(path, "import { buildServer } from 'file:///srv/tipstaff/src/server.ts';");
  assertRefused(path, "import { buildServer } from 'tipstaff/src/server.ts';");
  assertRefused(path, 'export const load = (name: string) => import(name);');
  assertAllowed(path, "import { join } from 'node:path';\nimport { parse } from 'cookie';");
});

test('Only the HTTP parts may import HTTP modules of Node.js', () => {
  const line = "import type { IncomingMessage } from 'node:http';";
  assertRefused('src/domains/policies/policies/planted.ts', line);
  assertRefused('src/domains/policies/policies/planted.ts', "type Stream = import('http').IncomingMessage;");
  assertRefused('src/runtime/planted.ts', "import { request } from 'node:https';");
  assertAllowed('src/http/planted.ts', line);
  assertAllowed('src/effects/planted.ts', line);
  assertAllowed('src/domains/policies/policies/planted.ts', "import type { Socket } from 'node:net';");
});

const pathTo = (part: string): string => {
  const inParts = [
    ...files,
    'src/cli/terminal/command.ts',
    'src/configuration/variables.ts',
    'src/domains/modules/index.ts',
    'src/domains/instance/index.ts',
  ];
  const isOf = (path: string): boolean =>
    /^(src|client)\//.test(path) && partOf(path) === part && !path.includes('/users/');
  return part.endsWith('.ts') ? `src/${part}` : (inParts.find(isOf) ?? '');
};

const parts = Object.keys(mayImport);

/** Returns the path of the folder or file that belongs to a part of the service. */
const placeOf = (part: string): string => (part === 'client' ? part : `src/${part}`);

const specifier = (from: string, to: string): string => {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

for (const from of parts) {
  test(`${from} imports only from lower layers, at any depth`, () => {
    for (const to of parts.filter((each) => each !== from)) {
      const target = pathTo(to);
      assert.notEqual(target, '', to);
      const check = mayImport[from]?.includes(to) ? assertAllowed : assertRefused;
      const depths = from.endsWith('.ts') ? [''] : ['/', '/a/', '/a/b/'];
      for (const depth of depths) {
        const path = depth === '' ? placeOf(from) : `${placeOf(from)}${depth}planted.ts`;
        check(path, `import { anything } from '${specifier(path, target)}';`);
      }
    }
  });
}

test('The import rules contain no cycle', () => {
  const sources = new Map(
    parts.map((part) => {
      const fileOf = (each: string) => (each.endsWith('.ts') ? placeOf(each) : `${placeOf(each)}/planted.ts`);
      const path = fileOf(part);
      const lines = (mayImport[part] ?? []).map((to) => `import '${specifier(path, fileOf(to))}';`);
      return [path, lines.join('\n')] as const;
    }),
  );
  assert.deepEqual(importKnots(sources, partOf), []);
});

test('Import cycles are found, also through types', () => {
  const sources = new Map([
    ['src/domains/audit/index.ts', "import type { A } from '../instance/index.ts';"],
    ['src/domains/instance/index.ts', "import type { B } from '../accounts/index.ts';"],
    ['src/domains/accounts/index.ts', "import type { C } from '../audit/index.ts';"],
  ]);
  assert.deepEqual(importKnots(sources, partOf), [['domains/accounts', 'domains/audit', 'domains/instance']]);
});

test("Import cycles between folders of a domain are found, also through a file in the domain's root", () => {
  const sources = new Map([
    ['src/domains/accounts/users/users.ts', "import { tokens } from '../tokens/store.ts';"],
    ['src/domains/accounts/tokens/tokens.ts', "import { users } from '../users/store.ts';"],
    ['src/domains/accounts/saml/acs.ts', "import { providersInUse } from '../providers.ts';"],
    ['src/domains/accounts/providers.ts', "import { samlSettings } from './saml/settings.ts';"],
    ['src/domains/accounts/index.ts', "import { acs } from './saml/acs.ts';"],
  ]);
  assert.deepEqual(importKnots(sources, entityInDomain), [
    ['domains/accounts/tokens', 'domains/accounts/users'],
    ['domains/accounts/providers.ts', 'domains/accounts/saml'],
  ]);
});

test('Import cycles between files are found, also in benchmarks and tests', () => {
  const sources = new Map([
    ['src/db/query.ts', "import type { Engine } from './database.ts';"],
    ['src/db/database.ts', "import type { Query } from './query.ts';"],
    ['bench/rows.ts', "import { few } from './modules.ts';"],
    ['bench/modules.ts', "type Row = import('./rows.ts').Row;"],
    ['test/support/world.ts', "import { prepare } from '../../src/db/query.ts';"],
    ['console/src/pages/registry/routes.ts', "export const load = () => import('./list.tsx');"],
    ['console/src/pages/registry/list.tsx', "import type { Search } from './routes.ts';"],
  ]);
  assert.deepEqual(fileKnots(sources), [
    ['src/db/database.ts', 'src/db/query.ts'],
    ['bench/modules.ts', 'bench/rows.ts'],
    ['console/src/pages/registry/list.tsx', 'console/src/pages/registry/routes.ts'],
  ]);
});

test('Production code imports neither tests nor tools, and a new folder in src requires an import rule', () => {
  assertRefused('src/lib/planted.ts', "import { world } from '../../test/support/world.ts';");
  assertRefused('src/lib/planted.ts', "import { cases } from './ids.test.ts';");
  assertRefused('src/misc/planted.ts', "import { newId } from '../lib/ids.ts';");
  assertAllowed('src/lib/planted.test.ts', "import { world } from '../../test/support/world.ts';");
});
