// `node test/readme-pictures/main.ts` makes the pictures of the README again.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { archiveOf } from '../support/archive.ts';
import { cookieOf, loaded, newPerson, visit } from '../support/console.ts';
import { documentOf } from '../support/documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { newModule, newPublished } from '../support/modules.ts';
import { newWorkspace } from '../support/workspaces.ts';
import { type Home, openWorld, type Person, system, type World } from '../support/world.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const buckets = `package buckets

# Public buckets leak.
public := {"public-read", "public-read-write"}

deny contains message if {
    some each in input.plan.resource_changes
    each.type == "aws_s3_bucket_acl"
    each.change.after.acl in public
    message := sprintf("%s is public", [each.address])
}
`;

const owners = `package owners

deny contains message if {
    some each in input.plan.resource_changes
    not each.change.after.tags.Owner
    message := sprintf("%s has no tag Owner", [each.address])
}
`;

const readme = `# Network

Makes a network with **subnets** in each zone, see [the guide](https://example.com/guide).

- One range of addresses
- One subnet a zone
`;

const module = `variable "cidr" {
  type = string
}
variable "zones" {
  type = list(string)
}
output "id" {
  value = terraform_data.network.id
}
resource "terraform_data" "network" {}
`;

const archive = archiveOf({ 'README.md': readme, 'main.tf': module });

/** The addresses of the pictures by their names. */
const newShire = async (world: World, owner: Person): Promise<Readonly<Record<string, string>>> => {
  const input = { name: 'shire', email: 'platform@example.com' };
  const organization = await createOrganization(world.context, system, input, owner.user.id);
  const home: Home = { organization, name: organization.name, owner, client: owner.client };
  const policies = [
    await newOpaPolicy(home, 'no-public-buckets', { source: buckets }),
    await newOpaPolicy(home, 'owner-tag', { source: owners, level: 'advisory', rule: 'data.owners.deny' }),
  ];
  const [policy = ''] = policies;
  const description = documentOf('policies', { description: 'Buckets are not readable by everyone.' });
  await home.client.patch(`/policies/${policy}`, description);
  const set = await opaSet(home, 'baseline', policies);
  const document = documentOf('policy-evaluations', {}, inWorkspace(await newWorkspace(home, 'network-prod')));
  const attempt = { world, by: home, path: `/policy-sets/${set}/evaluations`, document };
  const { id } = await evaluated(attempt, readFileSync(pathOf('examples/plan.json'), 'utf8'));
  await home.client.put(`/policies/${policy}/upload`, buckets.replace('sprintf', 'sprintff'));
  await newModule(home);
  for (const version of ['1.1.0', '1.2.0']) await newPublished(world, home, version, { archive });
  const base = '/app/organizations/shire';
  return {
    'policy-editor': `${base}/policies/${policy}`,
    evaluation: `${base}/evaluations/${id}`,
    module: `${base}/registry/network/aws`,
  };
};

const main = async (): Promise<void> => {
  await using world = await openWorld('sqlite');
  const ada = await newPerson(world, { username: 'ada', email: 'ada@example.com', isAdmin: true });
  const cookie = await cookieOf(world, ada);
  const addresses = await newShire(world, ada);
  for (const [name, path] of Object.entries(addresses)) {
    const colors = name === 'evaluation' ? 'dark' : 'light';
    await visit(world, ada, { path, colors, cookie }, async (page: Page) => {
      await loaded(page, /./);
      await page.getByText('Checking…').waitFor({ state: 'detached' });
      if (name === 'policy-editor') await page.getByText('Did you mean sprintf?').waitFor();
      await page.screenshot({ path: pathOf(`docs/images/${name}.png`) });
    });
  }
};

await globalSetup();
try {
  await main();
} finally {
  await globalTeardown();
}
