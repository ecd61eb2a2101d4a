// Checks a plan that Terraform created on the command line and in a service. The results must be equal.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processEnvironment } from '../../src/environment.ts';
import { tipstaff } from '../support/command.ts';
import { startEveryJob } from '../support/jobs.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Home, openWorld } from '../support/world.ts';

const run = promisify(execFile);

const folder = fileURLToPath(new URL('./terraform', import.meta.url));
const committedPlan = join(folder, 'plan.json');

const policies = {
  no_public_data: { query: 'data.acl.deny', 'enforcement-level': 'mandatory' },
  owner: { query: 'data.owner.deny', 'enforcement-level': 'advisory' },
  creations: { query: 'data.creations.deny', 'enforcement-level': 'mandatory' },
};

/** Whether Terraform is installed. */
const hasTerraform = await run('terraform', ['version']).then(
  () => true,
  () => false,
);

/** Creates a plan for the folder's resources with Terraform. Returns the path of the plan in JSON format. */
const freshPlan = async (inside: string): Promise<string> => {
  await cp(join(folder, 'main.tf'), join(inside, 'main.tf'));
  const env = { ...processEnvironment, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
  const terraform = (...words: readonly string[]) => run('terraform', [...words, '-no-color'], { cwd: inside, env });
  await terraform('init');
  await terraform('plan', '-out=plan');
  const { stdout } = await terraform('show', '-json', 'plan');
  const file = join(inside, 'plan.json');
  await writeFile(file, stdout);
  return file;
};

/** Stores the folder's policies in a global policy set. */
const storePolicies = async (home: Home): Promise<void> => {
  const ids: string[] = [];
  for (const [name, attributes] of Object.entries(policies)) {
    const id = await newPolicy(home, name, { kind: 'opa', ...attributes });
    const sent = await home.client.put(`/policies/${id}/upload`, await readFile(join(folder, `${name}.rego`)));
    assert.equal(sent.status, 200);
    ids.push(id);
  }
  await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, ids);
};

interface Checked {
  readonly code: number | null;
  readonly json: () => { readonly policies: readonly Readonly<Record<string, unknown>>[] };
}

/** Returns the results by policy name, without durations and revision numbers. */
const outcomesOf = (checked: Checked) => ({
  code: checked.code,
  policies: checked
    .json()
    .policies.map(({ name, status, output, problems, 'enforcement-level': level }) => ({
      name: String(name).split('/').at(-1),
      status,
      output,
      problems,
      level,
    }))
    .sort((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)),
});

/** Checks a plan on the command line and in a service. Fails unless the results are equal. */
const checkedBothWays = async (plan: string) => {
  await using world = await openWorld('sqlite');
  await using _jobs = startEveryJob(world);
  const home = await world.home();
  await storePolicies(home);
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };

  const alone = await tipstaff(['check', plan, '--dir', folder, '--format', 'json']);
  const byService = await tipstaff(['check', plan, '--organization', home.name, '--format', 'json'], environment);

  assert.deepEqual([alone.stderr, byService.stderr], ['', '']);
  assert.deepEqual(outcomesOf(byService), outcomesOf(alone));
  return outcomesOf(alone);
};

const expected = {
  code: 1,
  policies: [
    { name: 'creations', status: 'passed', output: [], problems: [], level: 'mandatory' },
    {
      name: 'no_public_data',
      status: 'failed',
      output: ['terraform_data.public[0] is public', 'terraform_data.public[1] is public'],
      problems: [],
      level: 'mandatory',
    },
    {
      name: 'owner',
      status: 'failed',
      output: [{ address: 'terraform_data.public[1]', owner: '' }],
      problems: [],
      level: 'advisory',
    },
  ],
};

test('The command line and a service give the same result for a committed Terraform plan', async () => {
  assert.deepEqual(await checkedBothWays(committedPlan), expected);
});

test('The command line and a service give the same result for a plan that Terraform creates now', {
  skip: hasTerraform ? false : 'there is no terraform on this machine',
}, async () => {
  await using temporary = await temporaryFolder();

  assert.deepEqual(await checkedBothWays(await freshPlan(temporary.path)), expected);
});
