import assert from 'node:assert/strict';
import { documentOf } from '../../../test/support/documents.ts';
import { newMember } from '../../../test/support/members.ts';
import { onEachEngine } from '../../../test/support/world.ts';

const wanting = (isWanted: unknown) => documentOf('organizations', { 'module-deprecation-notices-enabled': isWanted });

onEachEngine('An organization opts in to notices in its archives, and out again; its owners decide', async (world) => {
  const home = await world.home();
  const member = await newMember(world, home);
  const path = `/organizations/${home.name}`;

  const before = await member.client.get(path);
  const notOwner = await member.client.patch(path, wanting(true));
  const wrong = await home.client.patch(path, wanting('yes'));
  const on = await home.client.patch(path, wanting(true));
  const shown = await member.client.get(path);
  const off = await home.client.patch(path, wanting(false));

  const name = 'module-deprecation-notices-enabled';
  assert.deepEqual([notOwner.status, wrong.status, on.status, off.status], [404, 422, 200, 200]);
  assert.deepEqual(
    [before, on, shown, off].map(({ body }) => body.data.attributes[name]),
    [false, true, true, false],
  );
});
