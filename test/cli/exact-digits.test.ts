// Numbers that exceed the precision of a double keep all their digits in every output.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluated, newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { check, entry, listOf, rules } from '../support/policy-folders.ts';
import { onEachEngine } from '../support/world.ts';

const account = '123456789012345678901';
const plan = `{"format_version":"1.2","resource_changes":[],"variables":{"account":{"value":${account}}}}`;
const rule = 'deny contains {"account": input.plan.variables.account.value, "exact": 12345678901234567890.1234567890}';
const exact = `{"account":${account},"exact":12345678901234567890.1234567890}`;

test('A long number keeps all its digits in every output format of a check', async () => {
  const files = { 'policies.yaml': listOf(entry('p')), ...rules('p', rule), 'plan.json': plan };
  const unspaced = (text: string) => text.replaceAll(/\s/g, '');

  for (const format of ['text', 'json', 'junit', 'github', 'sarif']) {
    const { stdout } = await check(files, '--format', format);
    const plain = unspaced(stdout).replaceAll('&quot;', '"').replaceAll('\\"', '"').replaceAll('%22', '"');
    assert.ok(plain.includes(exact), `${format}: ${stdout}`);
  }
});

onEachEngine('A long number keeps all its digits in the outcomes of an evaluation', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'p', { source: `package p\n\n${rule}\n`, rule: 'data.p.deny' });
  const set = await opaSet(home, 'exact', [policy]);

  const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);
  const answer = await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`);

  assert.ok(answer.bytes.toString('utf8').includes(exact), answer.bytes.toString('utf8'));
});
