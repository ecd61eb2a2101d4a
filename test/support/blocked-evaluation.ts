// Creates an organization with a blocked evaluation, and finds elements on the page of an evaluation.
import type { Locator, Page } from 'playwright-core';
import { createOrganization } from '../../src/domains/organizations/creation/creation.ts';
import { newPerson } from './console.ts';
import { documentOf } from './documents.ts';
import { evaluated, inWorkspace, newOpaPolicy, opaSet } from './evaluations.ts';
import { system, type World } from './world.ts';

const buckets = `package buckets

deny contains finding if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  finding := {
    "address": each.address,
    "attribute": "acl",
    "severity": "high",
    "msg": sprintf("%s can be read by anybody", [each.address]),
    "fix": "Set acl to private.",
  }
}
`;

const tagged = `package tagged

warn contains sprintf("%s has no tags", [each.address]) if {
  some each in input.plan.resource_changes
  not each.change.after.tags
}
`;

/** A plan with 300 changes. The last four make a bucket public, and one of them is in the root module. */
export const plan = JSON.stringify({
  format_version: '1.2',
  terraform_version: '1.9.0',
  resource_changes: Array.from({ length: 300 }, (_, index) => ({
    address: index === 200 ? 'aws_s3_bucket.site' : `module.shop.aws_s3_bucket.logs[${index}]`,
    type: 'aws_s3_bucket',
    change: {
      actions: ['create'],
      before: null,
      after: { acl: index < 296 ? 'private' : 'public-read' },
      after_unknown: {},
      before_sensitive: false,
      after_sensitive: {},
    },
  })),
});

/**
 * Creates an organization with an evaluation. Two policies in two sets block the evaluation, and a third policy warns.
 */
export async function newScene(world: World) {
  const owner = await newPerson(world);
  const input = { name: 'shire', email: 'a@example.com' };
  const organization = await createOrganization(world.context, system, input, owner.user.id);
  const home = { owner, organization, client: owner.client, name: 'shire' };
  const { body } = await owner.client.post(
    '/organizations/shire/workspaces',
    documentOf('workspaces', { name: 'shop' }),
  );
  const written = { source: buckets, rule: 'data.buckets.deny' };
  const one = await newOpaPolicy(home, 'no-public-buckets', written);
  const other = await newOpaPolicy(home, 'no-public-data', written);
  const advice = await newOpaPolicy(home, 'tags', { source: tagged, rule: 'data.tagged.warn', level: 'advisory' });
  await opaSet(home, 'baseline', [one, advice], { global: true, overridable: true });
  await opaSet(home, 'data', [other], { global: true, overridable: true });
  const run = { message: 'Public buckets for the shop', vcs: { commit_url: 'https://git.example/shop/commit/4f5e6d' } };
  const { data } = documentOf('policy-evaluations', { run });
  const document = { data: { ...data, relationships: inWorkspace(body.data.id) } };
  const again = async (evaluatedPlan = plan): Promise<string> =>
    (await evaluated({ world, by: home, path: '/organizations/shire/evaluations', document }, evaluatedPlan)).id;
  const id = await again();
  return { owner, home, id, again, path: `/app/organizations/shire/evaluations/${id}` };
}

/** Address of a resource with findings. */
export const first = 'module.shop.aws_s3_bucket.logs[296]';
/** Card with the findings of a policy. */
export const cardOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `${name}, revision 1`, exact: true });

/** Row of a resource in a card. */
export const rowOf = (card: Locator, address: string) =>
  card.locator('[data-finding]').filter({ has: card.page().getByText(address, { exact: true }) });
