import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { assertAccessible, assertFits, hasCount, loaded, newPerson, visit } from '../support/console.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { openWorld, system, type World } from '../support/world.ts';

const newHome = async (world: World) => {
  const owner = await newPerson(world);
  await createOrganization(world.context, system, { name: 'shire', email: 'a@example.com' }, owner.user.id);
  return { owner, client: owner.client, name: 'shire' };
};

const code = (annotations: string, rule: string): string => `# METADATA
${annotations.replaceAll(/^/gm, '# ')}
package buckets

deny contains "logs is public" if ${rule}
`;

const annotations = `title: Buckets are private
description: Nobody outside reads a bucket <b>ever</b>.
related_resources:
- https://example.com/${'long-'.repeat(40)}buckets
- ref: http://example.com/acl
  description: What an acl is
- ref: mailto:security@example.com
  description: The security team
custom:
  severity: high
  remediation: |-
    Set acl to private.
    Then plan again.`;

const looks = [
  { colors: 'light', width: 1280 },
  { colors: 'dark', width: 1280 },
  { colors: 'light', width: 360 },
  { colors: 'dark', width: 360 },
] as const;

test('The outcome of a policy shows its severity, title, remedy and a link to more information', async () => {
  await using world = await openWorld('sqlite');
  const home = await newHome(world);
  const failing = await newOpaPolicy(home, 'failing', { source: code(annotations, 'input.plan.resource_changes') });
  const passing = await newOpaPolicy(home, 'passing', {
    source: code('custom:\n  severity: low\n  remediation: Nothing.', 'input.plan.impossible'),
  });
  const set = await opaSet(home, 'baseline', [failing, passing]);
  const path = `/policy-sets/${set}/evaluations`;
  const { id } = await evaluated({ world, by: home, path }, creating);

  for (const look of looks) {
    await visit(
      world,
      home.owner,
      { path: `/app/organizations/shire/evaluations/${id}?by=set`, ...look },
      async (page) => {
        await loaded(page, /Evaluation/);
        const [failed, passed] = ['failing', 'passing'].map((name) =>
          page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) }),
        );
        assert.ok(failed !== undefined && passed !== undefined);
        await failed.getByText('High', { exact: true }).waitFor();
        await failed.getByText('Buckets are private', { exact: true }).waitFor();
        await failed.getByText('Nobody outside reads a bucket <b>ever</b>.', { exact: true }).waitFor();
        await failed.getByText('To do: Set acl to private.\nThen plan again.').waitFor();
        await failed.getByText('The security team: mailto:security@example.com', { exact: true }).waitFor();
        const links = failed.getByRole('link');
        await hasCount(links, 2);
        const named = failed.getByRole('link', { name: 'What an acl is', exact: true });
        assert.equal(await named.getAttribute('href'), 'http://example.com/acl');
        for (const link of await links.all()) assert.match((await link.getAttribute('rel')) ?? '', /\bnoopener\b/);
        await passed.getByText('Low', { exact: true }).waitFor();
        assert.equal(await passed.getByText('To do:').count(), 0);
        await passed.getByText('Warnings', { exact: true }).waitFor();
        assert.equal(await page.getByText('No verdict', { exact: true }).count(), 0);
        await assertAccessible(page);
        await assertFits(page);
      },
    );
  }
});
