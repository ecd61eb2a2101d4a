import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, setGeneral, type World } from '../../../../test/support/world.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { withoutOwnDays } from '../../instance/index.ts';
import { storageOf } from './storage-store.ts';
import { supersededCode } from './superseded.ts';

const upload = ({ client }: Home, id: string, code: string) => client.put(`/policies/${id}/upload`, code);

const storedBy = ({ context: { database } }: World, { organization }: Home) =>
  database.first(storageOf, { organization: organization.id });

onEachEngine('Uploading identical bytes again creates no revision, but is audited', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const first = await upload(home, id, 'main = rule { true }');

  const again = await upload(home, id, 'main = rule { true }');
  const other = await upload(home, id, 'main = rule { false }');
  const back = await upload(home, id, 'main = rule { true }');

  assert.deepEqual([again.status, other.status, back.status], [200, 200, 200]);
  assert.deepEqual(again.body, first.body);
  const records = (await auditOf(world, id)).filter(({ action }) => action === 'policy.upload');
  assert.deepEqual(
    records.map(({ change }) => change.after?.revision),
    [1, 1, 2, 3],
  );
});

onEachEngine(
  'An organization can have the maximum number of revisions in the settings, and other organizations are not affected',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const [id, others] = [await newPolicy(home, 'n'), await newPolicy(other, 'n')];
    await setGeneral(world.context, { 'policy-revision-limit': 2 });
    for (const code of ['1', '2']) await upload(home, id, code);

    const refused = await upload(home, id, '3');
    const same = await upload(home, id, '2');
    const elsewhere = await upload(other, others, '3');

    assert.deepEqual([refused.status, same.status, elsewhere.status], [422, 200, 200]);
    assert.match(refused.body.errors[0].detail, /can have at most 2 revisions of code \(policy-revision-limit\)/);
    assert.deepEqual(await storedBy(world, home), { revisions: 2, bytes: 2 });
  },
);

onEachEngine('An organization can store exactly the maximum number of bytes of code in the settings', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await setGeneral(world.context, { 'policy-storage-limit': 1 });
  await upload(home, id, 'x'.repeat(1_048_575));

  const last = await upload(home, id, 'y');
  const refused = await upload(home, id, 'z');

  assert.deepEqual([last.status, refused.status], [200, 422]);
  assert.match(refused.body.errors[0].detail, /can have at most 1 MiB of code \(policy-storage-limit\)/);
});

onEachEngine('Deleted policies and revisions no longer count', async (world) => {
  const home = await world.home();
  const [id, short] = [await newPolicy(home, 'n'), await newPolicy(home, 'm')];
  for (const code of ['a', 'bb', 'ccc']) await upload(home, id, code);
  await upload(home, short, 'dddd');
  const horizon = { before: timestamp(world.context.clock.now() + 1), ownDays: withoutOwnDays };

  await home.client.delete(`/policies/${short}`);
  const afterDelete = await storedBy(world, home);
  await world.context.database.transaction((tx) => supersededCode.deleteSome(tx, horizon, [id]));

  assert.deepEqual(afterDelete, { revisions: 3, bytes: 6 });
  assert.deepEqual(await storedBy(world, home), { revisions: 1, bytes: 3 });
});
