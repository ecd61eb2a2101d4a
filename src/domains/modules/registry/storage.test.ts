// Tests the limit on the total size of an organization's archives.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { archiveOf } from '../../../../test/support/archive.ts';
import { details } from '../../../../test/support/documents.ts';
import { modulePath, newModule, newPublished, newVersion, send } from '../../../../test/support/modules.ts';
import { onEachEngine, setGeneral } from '../../../../test/support/world.ts';

/** Creates an archive of random bytes, which compression does not make smaller. */
const archiveOfSize = (bytes: number) =>
  archiveOf({ 'main.tf': '', 'data.hex': randomBytes(bytes / 2).toString('latin1') });

onEachEngine(
  'The archives of an organization are limited by the settings, independently of other organizations',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    await newModule(home);
    await newModule(home, 'second');
    await newModule(other);
    await setGeneral(world.context, { 'module-storage-limit': 1 });
    const large = archiveOfSize(1_500_000);
    await newPublished(world, home, '1.0.0', { archive: large });
    const link = await newVersion(world, home, '1.0.0', modulePath(home, 'second'));
    const more = archiveOfSize(1_500_000);

    const refused = await send(world, link, more);
    const same = await send(world, await newVersion(world, home, '1.1.0'));
    await newPublished(world, other, '1.0.0', { archive: large });
    await home.client.delete(`${modulePath(home)}/1.0.0`);
    const later = await send(world, link, more);

    assert.ok(large.length > 600_000 && large.length < 1_000_000, String(large.length));
    assert.deepEqual([refused.status, same.status, later.status], [422, 200, 200]);
    assert.deepEqual(details(refused), [
      'The organization can have at most 1 MiB of module archives (module-storage-limit). Delete versions that are no longer needed.',
    ]);
  },
);
