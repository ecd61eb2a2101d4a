// Tests of module READMEs in the console: GitHub's Markdown features, and links to files in the module archive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf } from '../support/archive.ts';
import { assertAccessible, assertFits, givePassword, loaded, until, visit } from '../support/console.ts';
import { newModule, newPublished } from '../support/modules.ts';
import { openWorld } from '../support/world.ts';

const readme = `# Network

See [Usage](#usage), [the notes](docs/notes.md) and [outside](../../etc/passwd).

![The subnets](./docs/subnets.svg) ![elsewhere](https://example.com/x.png)

> [!WARNING]
> Subnets cannot be changed.

> [!OTHER]
> A quotation.

- [x] IPv4
- [ ] IPv6

## Usage

## Usage
`;

/** Image that contains a script, which the browser must not run. */
const subnets =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20"/></svg>';

test('A README has alerts, task lists, links to headings, and images and links to files in the archive', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await givePassword(world, home.owner);
  await newModule(home);
  const files = { 'main.tf': '', 'README.md': readme, 'docs/subnets.svg': subnets, 'docs/notes.md': '# <b>Notes</b>' };
  await newPublished(world, home, '1.0.0', { archive: archiveOf(files) });
  const path = `/app/organizations/${home.name}/registry/network/aws`;

  for (const [colors, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const)
    await visit(world, home.owner, { path, colors, width }, async (page) => {
      await loaded(page, 'network/aws');
      const picture = page.getByRole('img', { name: 'The subnets' });
      await picture.scrollIntoViewIfNeeded();
      await until(page, async () => (await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))) === 40);
      await page.getByText('elsewhere').waitFor();
      assert.equal(await page.getByRole('img', { name: 'elsewhere' }).count(), 0);
      await page.getByRole('alert', { name: 'Warning' }).getByText('Subnets cannot be changed.').waitFor();
      await page.getByRole('blockquote').getByText('[!OTHER]').waitFor();
      assert.equal(await page.getByRole('checkbox', { name: 'Done', exact: true }).isChecked(), true);
      assert.equal(await page.getByRole('checkbox', { name: 'Not done' }).isChecked(), false);
      const ids = await page.getByRole('heading', { name: 'Usage' }).evaluateAll((all) => all.map(({ id }) => id));
      assert.deepEqual(ids, ['readme-usage', 'readme-usage-1']);
      assert.equal(await page.getByRole('link', { name: 'Usage' }).getAttribute('href'), '#readme-usage');
      await assertAccessible(page);
      await assertFits(page);
      await page.getByRole('link', { name: 'the notes' }).click();
      await page.getByText('# <b>Notes</b>').waitFor();
    });
});
