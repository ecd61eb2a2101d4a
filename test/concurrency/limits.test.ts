// Plan limits under concurrency: if many clients create the last allowed record, exactly one succeeds.
import assert from 'node:assert/strict';
import type { Answer } from '../support/answer.ts';
import { details, documentOf } from '../support/documents.ts';
import { homeWith } from '../support/plans.ts';
import { policyDocument } from '../support/policies.ts';
import { type Home, onEachEngine } from '../support/world.ts';

const policy =
  (level: string) =>
  ({ client, name }: Home, index: number) =>
    client.post(`/organizations/${name}/policies`, policyDocument({ name: `p-${index}`, 'enforcement-level': level }));

const policySet =
  (attributes: object) =>
  ({ client, name }: Home, index: number) =>
    client.post(`/organizations/${name}/policy-sets`, documentOf('policy-sets', { name: `s-${index}`, ...attributes }));

const emailOf = (index: number): string => `person-${index}@example.com`;

/**
 * Invites a user who already has an account. Invitations that create accounts would not race, because they run one
 * after another.
 */
const invite = async ({ client, name }: Home, index: number) => {
  const document = documentOf('organization-memberships', { email: emailOf(index) });
  return client.post(`/organizations/${name}/organization-memberships`, document);
};

const cases: Readonly<Record<string, (home: Home, index: number) => Promise<Answer>>> = {
  'policy-limit': policy('advisory'),
  'policy-mandatory-enforcement-limit': policy('hard-mandatory'),
  'policy-set-limit': policySet({}),
  'versioned-policy-set-limit': policySet({ versioned: true }),
  'user-limit': invite,
};

for (const [limit, create] of Object.entries(cases)) {
  onEachEngine(`Of twenty concurrent requests for the last record under the ${limit}, one succeeds`, async (world) => {
    const home = await homeWith(world, { [limit]: 3 });
    if (create === invite) for (let index = 0; index < 30; index += 1) await world.person({ email: emailOf(index) });
    // With a user limit, one record fewer is created here, because the owner already counts as a user.
    const used = limit === 'user-limit' ? 1 : 0;
    for (let index = used; index < 2; index += 1) assert.ok((await create(home, index)).status < 300);

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(home, 10 + index)));

    const refused = answers.filter(({ status }) => status === 422);
    const detail = `The feature set Standard has a ${limit} of 3, and this organization uses 3. Reduce the usage, or change to a larger feature set.`;
    assert.equal(answers.filter(({ status }) => status < 300).length, 1);
    assert.equal(refused.length, 19);
    for (const answer of refused) assert.deepEqual(details(answer), [detail]);
  });
}

onEachEngine(
  'Of twenty policies that become mandatory at once, the plan limit determines how many succeed',
  async (world) => {
    const home = await homeWith(world, { 'policy-mandatory-enforcement-limit': 1 });
    const made = await Promise.all(Array.from({ length: 20 }, (_, index) => policy('advisory')(home, index)));

    const answers = await Promise.all(
      made.map(({ body }) =>
        home.client.patch(`/policies/${body.data.id}`, policyDocument({ 'enforcement-level': 'soft-mandatory' })),
      ),
    );

    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 422)]);
  },
);
