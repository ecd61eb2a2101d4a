// Tests that each policy of a very large set gets a verdict.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { creating, evaluated, opaSet } from '../../../../test/support/evaluations.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const count = 2_000;
const names = Array.from({ length: count }, (_, index) => `policy_${index}`);

/** Code of a policy that reports a bucket if the policy's index is a multiple of 100. */
const codeOf = (name: string, index: number): string => `package ${name}

deny contains change.address if {
  some change in input.plan.resource_changes
  change.type == "${index % 100 === 0 ? 'aws_s3_bucket' : `type_${index}`}"
}
`;

const archive = archiveOf({
  'policies.yaml': `policies:\n${names.map((name) => `  - name: ${name}\n    query: data.${name}.deny\n`).join('')}`,
  ...Object.fromEntries(names.map((name, index) => [`${name}.rego`, codeOf(name, index)])),
});

onEachEngine(`A set of ${count} policies gets ${count} verdicts`, async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'many', []);
  const { sent } = await sendSetVersion(world, home, set, archive);
  assert.equal(sent.status, 200, sent.bytes.toString());

  const { attributes } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);

  const { passed, errored, ...failed } = attributes['result-count'];
  assert.deepEqual([attributes.status, passed, errored, failed['advisory-failed']], ['passed', count - 20, 0, 20]);
});
