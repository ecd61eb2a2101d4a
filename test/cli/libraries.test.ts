// Policy libraries with every structure run unchanged on the command line and in a service, with the same results as in
// OPA.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { archiveOf } from '../support/archive.ts';
import { tipstaff } from '../support/command.ts';
import { evaluated, opaSet } from '../support/evaluations.ts';
import { bundleOf, type Library, libraries, libraryPlan, nativeFiles, nativeInput } from '../support/libraries.ts';
import { nativeOpa } from '../support/native-opa.ts';
import { folderWith } from '../support/policy-folders.ts';
import { sendSetVersion } from '../support/policy-versions.ts';
import { onEachEngine } from '../support/world.ts';

/** Policy outputs by policy name. */
type Outputs = Readonly<Record<string, readonly unknown[]>>;

const bucket = ['aws_s3_bucket.logs is public'];

/** By library, the expected output of the policies that reject the plan. */
const objections: Readonly<Record<string, Outputs>> = {
  'a list': { buckets: bucket },
  'a list and data': { acls: bucket },
  'a bundle': { bundled: bucket },
  'the whole input': { main: bucket },
  'input.tfplan': { scalr: bucket },
  'input.terraform': { spacelift: bucket },
  'the old syntax': { old: bucket },
  metadata: { annotated: ['aws_s3_bucket.logs'] },
  'a hundred policies with shared helpers': Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`p${index * 10}`, ['aws_instance.web']]),
  ),
};

const objecting = (outputs: Outputs): Outputs =>
  Object.fromEntries(Object.entries(outputs).filter(([, output]) => output.length > 0));

/** Returns the output of `check` for a library, from a folder or a bundle. */
async function onDesk(library: Library): Promise<Outputs> {
  const { files, policies, isBundle = false } = library;
  await using folder = await folderWith({ ...(!isBundle && files), 'plan.json': libraryPlan });
  const bundle = join(folder.path, 'bundle.tar.gz');
  if (isBundle) await writeFile(bundle, bundleOf(library));
  const words = isBundle ? ['--dir', bundle, '--all-namespaces'] : ['--dir', folder.path];
  const report = (await tipstaff(['check', join(folder.path, 'plan.json'), ...words, '--json'])).json();
  const outputs = report.policies.map(({ name, output }: { name: string; output: readonly unknown[] }) => [
    // A policy without an entry in a policy list is named after its rule.
    isBundle ? name.replace(/_deny$/, '') : name,
    output,
  ]);
  assert.equal(outputs.length, policies.length);
  return Object.fromEntries(outputs);
}

/** Returns OPA's output for the `deny` rule of each package. */
async function native(library: Library, opa: Exclude<Awaited<ReturnType<typeof nativeOpa>>, string>): Promise<Outputs> {
  await using folder = await folderWith(nativeFiles(library));
  const input = join(folder.path, 'input.json');
  await writeFile(input, nativeInput(library));
  const outputs: [string, readonly unknown[]][] = [];
  for (const name of library.policies) {
    const verdict = await opa({ folder: folder.path, query: `data.${name}.deny`, input });
    assert.ok('value' in verdict && Array.isArray(verdict.value), JSON.stringify(verdict));
    outputs.push([name, verdict.value]);
  }
  return Object.fromEntries(outputs);
}

for (const [kind, library] of Object.entries(libraries)) {
  test(`A library with ${kind} runs unchanged`, async () => {
    const outputs = await onDesk(library);

    assert.deepEqual(objecting(outputs), objections[kind]);
  });
}

test('Every policy of a library has the same result as in OPA', async (t) => {
  const opa = await nativeOpa();
  if (typeof opa === 'string') return t.skip(opa);

  for (const [kind, library] of Object.entries(libraries)) {
    assert.deepEqual(await onDesk(library), await native(library, opa), kind);
  }
});

onEachEngine('Libraries that are pushed to a service have the same results as on the command line', async (world) => {
  const home = await world.home();
  const kinds = Object.entries(libraries);
  for (const [index, [, { files }]] of kinds.entries()) {
    const set = await opaSet(home, `library-${index}`, [], { global: true });
    const { sent } = await sendSetVersion(world, home, set, archiveOf(files));
    assert.equal(sent.status, 200, sent.bytes.toString());
  }

  const path = `/organizations/${home.name}/evaluations`;
  const { outcomes, attributes } = await evaluated({ world, by: home, path }, libraryPlan);

  const outputs = kinds.map(([kind], index) => {
    const set = outcomes.find((each: SetOutcome) => each.attributes['policy-set-name'] === `library-${index}`);
    return [
      kind,
      objecting(Object.fromEntries(set.attributes.outcomes.map((one: PolicyOutcome) => [one.policy_name, one.output]))),
    ];
  });
  assert.deepEqual(Object.fromEntries(outputs), objections);
  assert.equal(attributes.status, 'failed');
});

interface PolicyOutcome {
  readonly policy_name: string;
  readonly output: readonly unknown[];
}

interface SetOutcome {
  readonly attributes: { readonly 'policy-set-name': string };
}
