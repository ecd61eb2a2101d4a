import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

/** Code of a policy whose output contains a very large number. */
const large = `package large

deny contains {"address": "aws_s3_bucket.logs", "message": "is too large", "size": 123456789012345678901234567890}
`;

onEachEngine('Outcomes are filtered by pairs of policy status and level', async (world) => {
  const home = await world.home();
  await opaSet(home, 'red', [await newOpaPolicy(home, 'buckets')], { global: true });
  const hint = await newOpaPolicy(home, 'hints', { level: 'advisory', source: large, rule: 'data.large.deny' });
  await opaSet(home, 'amber', [hint], { global: true });
  const green = await newOpaPolicy(home, 'fine', { source: 'package fine\n\ndeny := []\n', rule: 'data.fine.deny' });
  await opaSet(home, 'green', [green], { global: true });
  const { id } = await evaluated({ world, by: home, path: `/organizations/${home.name}/evaluations` }, creating);
  const list = (filters: string) => home.client.get(`/policy-evaluations/${id}/policy-set-outcomes?${filters}`);
  const namesIn = async (filters: string) =>
    (await list(filters)).body.data.map(
      ({ attributes }: { attributes: Record<string, string> }) => attributes['policy-set-name'],
    );

  const unknown = await list('filter[0][status]=green');

  const [amber] = (await list('')).body.data;
  assert.equal(
    amber.attributes.outcomes[0].message,
    'aws_s3_bucket.logs: is too large {"size":123456789012345678901234567890}',
  );
  assert.deepEqual(await namesIn(''), ['amber', 'green', 'red']);
  assert.deepEqual(await namesIn('filter[0][status]=failed'), ['amber', 'red']);
  assert.deepEqual(await namesIn('filter[0][status]=failed&filter[0][enforcement_level]=mandatory'), ['red']);
  assert.deepEqual(await namesIn('filter[0][status]=passed&filter[1][enforcement_level]=advisory'), ['amber', 'green']);
  assert.deepEqual(await namesIn('filter[0][status]=errored'), []);
  assert.deepEqual(
    [unknown.status, details(unknown)],
    [400, ['filter[0][status] must be one of passed, failed, errored, unreachable']],
  );
});
