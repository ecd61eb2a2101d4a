// Replays of a service's policy on the command line, with the inputs that the service recorded.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tipstaff } from '../support/command.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { startEveryJob } from '../support/jobs.ts';
import { evaluatedPlan, planOf, recordInputs } from '../support/policy-inputs.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { onEachEngine } from '../support/world.ts';

const denying = (acl: string) => `package buckets

deny contains message if {
	some each in input.plan.resource_changes
	each.change.after.acl == "${acl}"
	message := sprintf("%s is %s", [each.address, each.change.after.acl])
}
`;

onEachEngine(
  'A replay tries a draft before it takes effect, and the exit status shows whether plans would newly fail',
  async (world) => {
    await using folder = await temporaryFolder();
    const home = await world.home();
    await recordInputs(home, 30);
    const policy = await newOpaPolicy(home, 'buckets', { source: denying('public-read') });
    await opaSet(home, 'baseline', [policy], { global: true });
    for (const acl of ['public-read', 'private', 'private']) await evaluatedPlan(world, home, planOf({ acl }));
    const [draft, broken] = [join(folder.path, 'draft.rego'), join(folder.path, 'broken.rego')];
    await writeFile(draft, denying('private'));
    await writeFile(broken, 'package buckets\n\ndeny contains 1 if {');
    await using _jobs = startEveryJob(world);
    const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
    const replay = (...words: readonly string[]) =>
      tipstaff(['policy', 'replay', 'buckets', '--organization', home.name, ...words], environment);

    const text = await replay('--code', draft);
    const json = await replay('--code', draft, '--max-inputs', '1', '--json');
    const same = await replay();
    const errored = await replay('--code', broken);
    const wrong = await replay('--code', join(folder.path, 'nowhere'));
    const unknown = await replay('--workspace', 'nowhere');

    assert.deepEqual([text.code, json.code, same.code, errored.code, wrong.code, unknown.code], [1, 1, 0, 2, 2, 2]);
    assert.match(
      text.stdout,
      /newly-failing: .*\n {4}buckets: passed \(mandatory\) → failed \(mandatory\)\n {8}\S+ is private\n/,
    );
    assert.match(
      text.stdout,
      /\n3 inputs, compared with the current policies: 2 newly failing, 1 newly passing, 0 errored, 0 not replayable, 0 changed, 0 unchanged, 0 missing\.\n$/,
    );
    assert.match(text.stderr, /^polrep-\S+ replays buckets over 3 inputs\.\n/);
    assert.equal(json.json().replay['inputs-total'], 1);
    assert.equal(json.json().differences[0].result, 'newly-failing');
    assert.match(same.stdout, /compared with the recorded results: .* 3 unchanged/);
    assert.match(wrong.stderr, /nowhere cannot be read: there is no such file or folder\.\n$/);
    assert.match(unknown.stderr, /has no workspace nowhere/);
  },
  // The service's links contain a path prefix that a proxy would remove. The command must not use the prefix, because
  // it connects directly.
  { environment: { TIPSTAFF_BASE_URL: 'http://127.0.0.1:1/governance' } },
);

onEachEngine('A replay can try an introduction, and shows whether the outcomes block', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const policy = await newOpaPolicy(home, 'buckets', { source: denying('public-read') });
  await opaSet(home, 'baseline', [policy], { global: true });
  await evaluatedPlan(world, home, planOf({ acl: 'public-read' }));
  await using _jobs = startEveryJob(world);

  const { code, stdout } = await tipstaff(
    ['policy', 'replay', 'buckets', '--organization', home.name, '--introduction', 'shadow'],
    { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token },
  );

  assert.equal(code, 0);
  assert.match(stdout, /^newly-passing: .*\n {4}buckets: failed \(mandatory\) → failed \(mandatory, shadow\)\n/);
});

onEachEngine('A replay names the masked values on which a verdict depends, and its exit status is 2', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const source = denying('public-read').replaceAll('.acl', '.password');
  const policy = await newOpaPolicy(home, 'buckets', { source });
  await opaSet(home, 'baseline', [policy], { global: true });
  await evaluatedPlan(world, home, planOf({ password: 'secret-secret' }, { password: true }));
  await using _jobs = startEveryJob(world);

  const { code, stdout } = await tipstaff(['policy', 'replay', 'buckets', '--organization', home.name], {
    TIPSTAFF_URL: world.url,
    TIPSTAFF_TOKEN: home.owner.token,
  });

  assert.equal(code, 2);
  assert.match(
    stdout,
    /^not-replayable: .*\n {4}buckets: passed \(mandatory\) → not-replayable \(mandatory\)\n {8}The verdict depends on values that are masked in the recorded input: aws_s3_bucket\.logs \(after\.password\)\.\n/,
  );
  assert.match(stdout, /1 not replayable/);
});
