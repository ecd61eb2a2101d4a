// Tests of a running program whose database is migrated to a schema that is two versions newer.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { documentOf } from '../../../test/support/documents.ts';
import { onEachEngine } from '../../../test/support/world.ts';
import { schemaVersion } from './migrations/index.ts';

onEachEngine(
  'A program that is too old for the schema is not ready, refuses changes, and still answers reads',
  async (world) => {
    const home = await world.home();
    const own = schemaVersion();
    const path = `/organizations/${home.name}`;
    const rename = (email: string) => home.client.patch(path, documentOf('organizations', { email }));
    const apply = (name: string, oldest: number | null) =>
      world.context.database.transaction((tx) =>
        tx.run((db) => ({
          compile: () =>
            sql`insert into migrations (name, digest, version, oldest) values (${name}, '', ${own + 2}, ${oldest})`.compile(
              db,
            ),
        })),
      );

    await apply('one-ahead', own);
    const [before, kept] = [await world.anonymous.get('//readyz'), await rename('one@example.com')];
    await apply('two-ahead', own + 1);
    const after = await world.anonymous.get('//readyz');
    const refused = await rename('two@example.com');
    const read = await home.client.get(path);
    const alive = await world.anonymous.get('//healthz');

    assert.deepEqual([before.status, kept.status], [200, 200]);
    assert.equal(after.status, 503);
    assert.match(
      JSON.stringify(after.body),
      new RegExp(
        `the database schema was upgraded and requires a program with schema version ${own + 1} or later, but this program has schema version ${own}`,
      ),
    );
    assert.deepEqual([refused.status, typeof refused.headers.get('retry-after')], [503, 'string']);
    assert.deepEqual([read.status, read.body.data.attributes.email, alive.status], [200, 'one@example.com', 200]);
  },
);
