// Plan files in the encodings that shells and pipelines write.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, folderWith, listOf, plan, rules } from '../support/policy-folders.ts';

const sound = { 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') };

/** The plan in UTF-16, in both byte orders. */
const littleEndian = Buffer.from(`\ufeff${plan}`, 'utf16le');
const bigEndian = Buffer.from(littleEndian).swap16();

test('A plan in UTF-16, as some shells write it, is read in both byte orders', async () => {
  const outcomes: string[] = [];
  for (const bytes of [littleEndian, bigEndian, Buffer.from(`\ufeff${plan}`)]) {
    await using folder = await folderWith({
      ...sound,
      ...rules('p', 'deny contains c.address if some c in input.plan.resource_changes'),
    });
    await writeFile(join(folder.path, 'plan.json'), bytes);
    outcomes.push((await checkIn(folder.path)).stdout);
  }

  assert.deepEqual(new Set(outcomes), new Set(['failed      p (mandatory)\n    a.b\n1 policy: 1 failed.\n']));
});

test('A file that only begins as UTF-16 is refused, and the message says what to do', async () => {
  await using folder = await folderWith(sound);
  await writeFile(join(folder.path, 'plan.json'), Buffer.concat([littleEndian, Buffer.from('}')]));

  const { code, stderr } = await checkIn(folder.path);

  assert.equal(
    stderr,
    'plan.json:1: the document begins with a UTF-16 byte order mark, but is not valid UTF-16: save it as UTF-8.\n',
  );
  assert.equal(code, 2);
});

test('If a wrapper adds output to a plan, the message says how to turn it off', async () => {
  const around = [
    `[command]/opt/terraform-bin show -json plan.tfplan\n${plan}\n`,
    `${plan}\n::debug::Terraform exited with code 0.\n`,
  ];
  const outcomes: (readonly [number | null, string])[] = [];

  for (const text of around) {
    const { code, stderr } = await check({ ...sound, 'plan.json': text });
    outcomes.push([code, stderr]);
  }

  const sentence =
    'plan.json: the document contains output of the wrapper script of setup-terraform: set "terraform_wrapper: false" in the step that uses setup-terraform, and write the plan again.\n';
  assert.deepEqual(outcomes, [
    [2, sentence],
    [2, sentence],
  ]);
});

test('For a saved plan, the message says how to convert it to JSON, before anything is sent to a service', async () => {
  await using folder = await folderWith(sound);
  const place = join(folder.path, 'plan.tfplan');
  await writeFile(place, Buffer.from('PK\u0003\u0004\u0014\u0000\u0008\u0000'));
  // No server listens at this address, so a command that sent a request would fail with a different message.
  const environment = { TIPSTAFF_URL: 'http://127.0.0.1:1', TIPSTAFF_TOKEN: 'token' };

  const here = await tipstaff(['check', place, '--dir', folder.path]);
  const there = await tipstaff(['check', place, '--organization', 'shire'], environment);

  const sentence = `${place}: the document looks like a saved plan of Terraform: convert the plan to JSON with "terraform show -json plan.tfplan > plan.json".\n`;
  assert.deepEqual(
    [here, there].map(({ code, stderr }) => [code, stderr]),
    [
      [2, sentence],
      [2, sentence],
    ],
  );
});
