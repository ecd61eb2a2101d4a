// Tests that policy libraries written for other input forms work without changes.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { created, creating, evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { policyDocument } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from '../replays/job.ts';

/** Code of a policy that reports each resource change that it finds at the given path of the input. */
const reading = (where: string): string =>
  `package buckets\n\ndeny contains c.address if some c in ${where}.resource_changes\n`;

const bucket = ['aws_s3_bucket.logs'];

interface SetOutcome {
  readonly attributes: {
    readonly 'policy-set-name': string;
    readonly outcomes: readonly { readonly output: unknown }[];
  };
}

const outputs = (outcomes: readonly SetOutcome[]) =>
  Object.fromEntries(
    outcomes.map(({ attributes }) => [attributes['policy-set-name'], attributes.outcomes.map(({ output }) => output)]),
  );

onEachEngine(
  'A policy receives the plan in its own input form, or otherwise in the form of each of its sets',
  async (world) => {
    const home = await world.home();
    const scalr = await newOpaPolicy(home, 'scalr', { source: reading('input.tfplan') });
    const whole = await newOpaPolicy(home, 'whole', { source: reading('input') });
    const usual = await newOpaPolicy(home, 'usual', { source: reading('input.plan') });
    const own = await home.client.patch(`/policies/${whole}`, policyDocument({ input: 'raw' }));
    await opaSet(home, 'keyed', [scalr, whole, usual], { global: true, input: 'tfplan' });
    await opaSet(home, 'plain', [scalr, whole, usual], { global: true });

    const { outcomes } = await evaluated(
      { world, by: home, path: `/organizations/${home.name}/evaluations` },
      creating,
    );

    assert.equal(own.body.data.attributes.input, 'raw');
    // Each list has the outputs for the input form `scalr`, the default input form and the whole plan, in this order.
    assert.deepEqual(outputs(outcomes), { keyed: [bucket, [], bucket], plain: [[], bucket, bucket] });
  },
);

const list = `input: terraform
policies:
  - name: spacelift
    query: data.buckets.deny
    enforcement-level: mandatory
  - name: whole
    query: data.buckets.deny
    enforcement-level: mandatory
    input: raw
`;

onEachEngine(
  'Policies of a version receive the plan in the form of their list, or otherwise in the form of the set',
  async (world) => {
    const home = await world.home();
    const set = await opaSet(home, 'pushed', [], { global: true });
    const code = { 'spacelift.rego': reading('input.terraform'), 'whole.rego': reading('input') };
    const outputsWith = async (text: string) => {
      const { sent } = await sendSetVersion(world, home, set, archiveOf({ 'policies.yaml': text, ...code }));
      assert.equal(sent.status, 200, sent.bytes.toString());
      return outputs(
        (await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating)).outcomes,
      );
    };

    const byList = await outputsWith(list);
    const unnamed = await outputsWith(list.replace('input: terraform\n', ''));
    await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { input: 'terraform' }));
    const bySet = await outputsWith(list.replace('input: terraform\n', ''));

    assert.deepEqual(
      [byList, unnamed, bySet],
      [{ pushed: [bucket, bucket] }, { pushed: [[], bucket] }, { pushed: [bucket, bucket] }],
    );
  },
);

onEachEngine('A replay uses the same input form as an evaluation', async (world) => {
  const home = await world.home();
  const days = { 'policy-input-retention-days': 30 };
  await home.client.patch(`/organizations/${home.name}`, documentOf('organizations', days));
  const policy = await newOpaPolicy(home, 'scalr', { source: reading('input.tfplan') });
  const set = await opaSet(home, 'keyed', [policy], { global: true, input: 'tfplan' });
  const input = JSON.parse(creating);
  const flags = { before_sensitive: {}, after_sensitive: {}, after_unknown: {}, before: null };
  const recorded = JSON.stringify({
    ...input,
    resource_changes: input.resource_changes.map((each: { change: object }) => ({
      ...each,
      mode: 'managed',
      name: 'logs',
      provider_name: 'registry.terraform.io/hashicorp/aws',
      change: { ...flags, ...each.change },
    })),
  });
  await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, recorded);
  const replayed = async (path: string, attributes: object) => {
    const { id } = await created({ by: home, path, document: documentOf('policy-replays', attributes) });
    await runOnce(world.context, replayJob(world.context));
    return (await home.client.get(`/policy-replays/${id}`)).body.data.attributes['result-counts'];
  };

  const same = await replayed(`/policy-sets/${set}/replays`, {});
  const shadowed = await replayed(`/policy-sets/${set}/replays`, { shadow: true });

  assert.equal(same.unchanged, 1);
  assert.equal(shadowed['newly-passing'], 1);
});
