// Tests downloads of code if the policy is deleted during the download, and while other downloads are running.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { newPolicy } from '../../../../test/support/policies.ts';
import { inRounds } from '../../../../test/support/races.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { copyLimits } from '../../../lib/concurrency/byte-budget.ts';
import { copyBudget } from '../services.ts';

const mebibyte = 1_048_576;

const upload = ({ client }: Home, id: string, code: Buffer) => client.put(`/policies/${id}/upload`, code);
const download = ({ client }: Home, id: string) => client.get(`/policies/${id}/download`);

onEachEngine('A download that has started is complete even if its policy is deleted meanwhile', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const code = randomBytes(10 * mebibyte);
  await upload(home, id, code);
  const files = await readdir(world.context.config.dataDir);
  const started = await fetch(`${world.url}/api/v2/policies/${id}/download`, {
    headers: { authorization: `Bearer ${home.owner.token}` },
  });

  const deleted = await home.client.delete(`/policies/${id}`);
  const bytes = Buffer.from(await started.arrayBuffer());

  assert.deepEqual([started.status, deleted.status], [200, 204]);
  assert.ok(bytes.equals(code));
  assert.deepEqual(await readdir(world.context.config.dataDir), files);
});

for (const size of [600_000, 3 * mebibyte]) {
  onEachEngine(
    `A download during the deletion of its policy gives the complete code of ${size} bytes or 404`,
    async (world) => {
      const home = await world.home();
      const code = Buffer.alloc(size, 7);
      await inRounds(async () => {
        const id = await newPolicy(home, 'beside');
        await upload(home, id, code);

        const [downloaded, deleted] = await Promise.all([download(home, id), home.client.delete(`/policies/${id}`)]);

        assert.equal(deleted.status, 204);
        if (downloaded.status !== 404) assert.ok(downloaded.bytes.equals(code), `${downloaded.status}`);
      });
    },
  );
}

onEachEngine('A download is rejected for a while if copies of code take too much disk space', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const code = randomBytes(2 * mebibyte);
  await upload(home, id, code);
  const others = copyBudget(world.context).open({ key: home.organization.id });
  others.add(copyLimits.perClient - mebibyte);

  const busy = await download(home, id);
  const unchanged = await home.client.request('HEAD', `/policies/${id}`);
  others[Symbol.dispose]();
  const later = await download(home, id);

  assert.deepEqual([busy.status, unchanged.status], [429, 200]);
  assert.notEqual(busy.headers.get('retry-after'), null);
  assert.ok(later.bytes.equals(code));
});
