import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { newMember } from '../../../../test/support/members.ts';
import { modulePath, newModule, newPublished } from '../../../../test/support/modules.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

onEachEngine(
  'Readers of a module can read images and texts in its archive, which cannot run scripts',
  async (world) => {
    const home = await world.home();
    await newModule(home);
    const archive = archiveOf({
      'main.tf': 'variable "a" {}',
      'docs/a b.png': png,
      'docs/plain.png': 'no picture',
      'docs/page.html': '<script>alert(1)</script>',
      'docs/chart.svg': script,
      'docs/binary': Buffer.from([0, 255, 1]),
      'docs/large.png': Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]),
    });
    await newPublished(world, home, '1.0.0', { archive });
    const [member, stranger] = [await newMember(world, home), await world.home()];
    const read = (path: string, by: Pick<typeof member, 'client'> = member) =>
      by.client.get(`${modulePath(home)}/1.0.0/files${path}`);
    const typeOf = async (path: string) => {
      const { status, headers } = await read(`?path=${encodeURIComponent(path)}`);
      assert.equal(headers.get('content-security-policy')?.includes(policy) ?? false, status === 200);
      return status === 200 ? headers.get('content-type') : status;
    };

    const picture = await read('?path=docs%2Fa%20b.png');

    assert.deepEqual([picture.status, picture.bytes], [200, png]);
    assert.equal(picture.headers.get('x-content-type-options'), 'nosniff');
    assert.match(picture.headers.get('cache-control') ?? '', /^private/);
    assert.equal(await typeOf('docs/a b.png'), 'image/png');
    assert.equal(await typeOf('docs/chart.svg'), 'image/svg+xml');
    assert.equal(await typeOf('docs/plain.png'), 'text/plain; charset=utf-8');
    assert.equal(await typeOf('docs/page.html'), 'text/plain; charset=utf-8');
    for (const path of ['docs/binary', 'docs/large.png', 'docs', '../main.tf', 'no/such'])
      assert.equal(await typeOf(path), 404, path);
    assert.equal((await read('')).status, 400);
    assert.equal((await read('?path=main.tf', stranger)).status, 404);
  },
);
