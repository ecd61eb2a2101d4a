// A port between domains uses its caller's context, for example the context of a request with an Idempotency-Key.
import assert from 'node:assert/strict';
import { withDatabase } from '../../src/context.ts';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { newIdempotencyStore } from '../../src/runtime/state/idempotency-store.ts';
import { createUser } from '../support/create-user.ts';
import { onEachEngine, system } from '../support/world.ts';

const request = { caller: 'test', key: 'key', fingerprint: 'fingerprint' };

onEachEngine('Within a transaction, ports read the data that it has already written', async ({ context }) => {
  const store = newIdempotencyStore(context.database, context.clock);
  const { ports } = context;

  const answer = await store.once(request, async (database) => {
    const own = withDatabase(context, database);
    const { id } = await createUser(own, system, { username: 'new', email: 'new@example.com' });
    const organization = await createOrganization(own, system, { name: 'home', email: 'home@example.com' }, id);
    const [user, home] = await Promise.all([
      own.ports.userIdByName(own, 'new'),
      own.ports.organizationIdByName(own, 'home'),
    ]);
    const outside = await ports.userIdByName(context, 'new');
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ read: [user, home], made: [id, organization.id], outside }),
    };
  });

  const { read, made, outside } = JSON.parse(String(answer.body));
  assert.deepEqual(read, made);
  assert.equal(outside, undefined);
});
