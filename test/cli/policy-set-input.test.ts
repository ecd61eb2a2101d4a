// Policy sets that declare the format of their policy input.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { entry, folderWith, listOf, rules } from '../support/policy-folders.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

/** Returns functions that run commands with the owner's token. */
const commandsOf = ({ url }: World, { name, owner }: Home) => {
  const environment = { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: owner.token };
  return (...words: readonly string[]) =>
    tipstaff(['policy', ...words, '--set', 'baseline', '--organization', name], environment);
};

const raw = rules('changes', 'deny contains c.address if some c in input.resource_changes');
const asPlan = rules('plans', 'deny contains c.address if some c in input.plan.resource_changes');

test('A push checks policies in the input format of their set, unless they name a format', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const set = await newPolicySet(home, 'baseline', { kind: 'opa', input: 'tfplan' });
  const command = commandsOf(world, home);
  const keyed = rules('keyed', 'deny contains c.address if some c in input.tfplan.resource_changes');
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('keyed'), entry('plans')),
    ...keyed,
    ...asPlan,
  });
  const files = { ...keyed, ...asPlan, ...rules('broken', 'deny contains sprintff("", [])') };
  const list = listOf(entry('keyed'), `${entry('plans')}    input: plan\n`);
  await using named = await folderWith({ ...files, 'policies.yaml': list });
  await using broken = await folderWith({ ...files, 'policies.yaml': `${list}${entry('broken')}` });

  const inForm = await command('push', folder.path, '--dry-run');
  const refused = await command('push', broken.path);
  await rm(join(named.path, 'broken.rego'));
  const sound = await command('push', named.path, '--dry-run');
  const attributes = { input: null };
  await home.client.patch(`/policy-sets/${set}`, { data: { type: 'policy-sets', id: set, attributes } });
  const without = await command('push', folder.path, '--dry-run');

  assert.deepEqual([inForm.code, refused.code, sound.code, without.code], [0, 1, 0, 0]);
  assert.match(inForm.stderr, /sound {3}plans\n {4}warning: .*plans\.rego:3:\d+: the input has no plan/);
  assert.doesNotMatch(inForm.stderr, /keyed\.rego|^\w+ +keyed$/m);
  assert.match(refused.stderr, /undefined function sprintff/);
  assert.doesNotMatch(sound.stderr, /warning/);
  assert.match(without.stderr, /sound {3}keyed\n {4}warning: .*keyed\.rego:3:\d+: the input has no tfplan/);
  assert.doesNotMatch(without.stderr, /plans\.rego/);
});

test('A pull writes the input format of a set, and a push of the pulled folder changes nothing', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const policy = await newPolicy(home, 'changes', {
    kind: 'opa',
    query: 'data.changes.deny',
    'enforcement-level': 'mandatory',
  });
  await home.client.put(`/policies/${policy}/upload`, raw['changes.rego'] ?? '');
  await newPolicySet(home, 'baseline', { kind: 'opa', input: 'raw' }, [policy]);
  const command = commandsOf(world, home);
  await using folder = await folderWith({});
  const pulledTo = join(folder.path, 'pulled');

  const pulled = await command('pull', pulledTo);
  const list = await readFile(join(pulledTo, 'policies.yaml'), 'utf8');
  const checked = await tipstaff(['check', join(folder.path, 'plan.json'), '--dir', pulledTo]);
  const pushed = await command('push', pulledTo);
  const diff = await command('diff', pulledTo);

  assert.equal(pulled.code, 0, pulled.stderr);
  assert.match(list, /^ +input: raw$/m);
  assert.deepEqual(
    [checked.code, checked.stdout],
    [1, 'failed      changes (mandatory)\n    a.b\n1 policy: 1 failed.\n'],
  );
  assert.deepEqual([pushed.code, pushed.stderr], [0, '']);
  assert.match(pushed.stdout, /0 to create, 0 to change, 0 to remove\.\nNothing to change\.\n$/);
  assert.deepEqual([diff.code, diff.stdout], [0, 'No difference.\n']);
});

test('A pull of a version writes the format that only its set names, and a push changes nothing', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await newPolicySet(home, 'baseline', { kind: 'opa', input: 'raw' });
  const command = commandsOf(world, home);
  await using folder = await folderWith({ 'policies.yaml': listOf(entry('changes')), ...raw });
  const pulledTo = join(folder.path, 'pulled');

  const first = await command('push', folder.path);
  const pulled = await command('pull', pulledTo);
  const again = await command('push', pulledTo);
  const diff = await command('diff', pulledTo);

  assert.equal(first.code, 0, first.stderr);
  assert.match(pulled.stderr, /write "input: raw" at the top of the list/);
  assert.deepEqual([again.code, diff.code], [0, 0], again.stderr + diff.stdout);
  assert.match(again.stdout, /Nothing to change\.\n$/);
});
