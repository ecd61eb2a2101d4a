import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  archiveOf,
  archiveOfEntries,
  arriving,
  type RawEntry,
  tarEnd,
  tarEntry,
} from '../../../test/support/archive.ts';
import { policyArchiveLimits } from './archive-limits.ts';
import { type PolicyArchiveForm, readPolicyArchive } from './policy-archive.ts';
import { readPolicySources } from './policy-sources.ts';
import { RefusedArchive } from './refused-archive.ts';

const native: PolicyArchiveForm = {
  fileName: 'sentinel.hcl',
  extension: '.sentinel',
  folder: [],
  isCodeNamed: true,
  keys: ['source', 'enforcement_level', 'description', 'params'],
  otherBlocks: ['module', 'param', 'import'],
  levels: ['advisory', 'hard-mandatory', 'soft-mandatory'],
  maxPolicies: 3,
};

const opa: PolicyArchiveForm = {
  ...native,
  fileName: 'policies.hcl',
  extension: '.rego',
  isCodeNamed: false,
  keys: ['query', 'enforcement_level', 'description'],
  otherBlocks: [],
  levels: ['advisory', 'mandatory'],
};

const read = (archive: Buffer, form = native) => readPolicyArchive(arriving(archive), policyArchiveLimits, form);

const sources = (archive: Buffer, folder: readonly string[] = []) =>
  readPolicySources(arriving(archive), policyArchiveLimits, { ...opa, folder, wanted: 'code' });

const refusal = async (archive: Buffer, form = native): Promise<string> => {
  const message: string[] = [];
  await rejects(read(archive, form), (error) => {
    ok(error instanceof RefusedArchive, String(error));
    message.push(error.message);
    return true;
  });
  return message.join();
};

const code = 'main = rule { true }\n';
const listed = (list: string, files: Readonly<Record<string, string>> = { 'a.sentinel': code }) =>
  archiveOf({ 'sentinel.hcl': list, ...files });

test('policies are read with their levels, descriptions and files, and what their tool reads stays in the archive', async () => {
  const list = [
    'module "shared" {\n  source = "./shared.sentinel"\n}',
    'policy "a" {}',
    'policy "b-1" {\n  source = "./sub/b.sentinel"\n  enforcement_level = "soft-mandatory"\n  params = { x = 1 }\n}',
    'policy "c" {\n  source = "c.sentinel"\n  description = <<EOT\nTwo\nlines\nEOT\n}',
  ].join('\n');

  const { policies, rootNames } = await read(
    listed(list, { 'a.sentinel': code, 'sub/b.sentinel': code, 'c.sentinel': code, 'a.test.sentinel': code }),
  );

  deepEqual(
    policies.map(({ name, enforcementLevel, path, description, query }) => [
      name,
      enforcementLevel,
      path,
      description,
      query,
    ]),
    [
      ['a', 'advisory', 'a.sentinel', null, null],
      ['b-1', 'soft-mandatory', 'sub/b.sentinel', null, null],
      ['c', 'advisory', 'c.sentinel', 'Two\nlines\n', null],
    ],
  );
  deepEqual(rootNames.slice(0, 2), ['sentinel.hcl', 'a.sentinel']);
});

test('policies of the other framework have a query, and all files together are their code', async () => {
  const { policies } = await read(
    archiveOf({ 'policies.hcl': 'policy "a" {\n  query = "data.a.deny"\n}\n', 'lib/a.rego': 'package a\n' }),
    opa,
  );

  deepEqual(
    policies.map(({ name, enforcementLevel, path, query }) => [name, enforcementLevel, path, query]),
    [['a', 'advisory', null, 'data.a.deny']],
  );
});

test('only the folder that the set names counts', async () => {
  const archive = archiveOf({
    'sentinel.hcl': 'nonsense',
    './one/two/sentinel.hcl': 'policy "a" {}',
    'one/two/a.sentinel': code,
  });

  const { policies } = await read(archive, { ...native, folder: ['one', 'two'] });

  equal(policies[0]?.path, 'a.sentinel');
  match(await refusal(archive, { ...native, folder: ['one'] }), /^The archive has no file "one\/sentinel\.hcl"/);
});

test('a list without policies is one', async () => {
  deepEqual((await read(listed('# none\n'))).policies, []);
});

const faults: Readonly<Record<string, readonly [list: string, message: RegExp]>> = {
  'an unknown key': [
    '# enforcement\npolicy "a" {\n  source = "a.sentinel"\n  enforcment_level = "hard-mandatory"\n}\n',
    /^sentinel\.hcl:4: the policy "a" has an unknown key "enforcment_level"\. Known are source, /,
  ],
  'an unknown block': ['policy "a" {}\n\npolicies "b" {}\n', /^sentinel\.hcl:3: "policies" is not known here/],
  'a missing file': [
    'policy "a" {}\npolicy "b" {\n  source = "./b.sentinel"\n}\n',
    /^sentinel\.hcl:2: the file "b\.sentinel" of the policy "b" is not in the archive/,
  ],
  'a name that is there twice': [
    'policy "a" {}\npolicy "b" {}\n\npolicy "a" {}\n',
    /^sentinel\.hcl:4: the policy "a" is there twice/,
  ],
  'a level of the other framework': [
    'policy "a" {\n  enforcement_level = "mandatory"\n}\n',
    /^sentinel\.hcl:2: the policy "a" has an unknown level "mandatory"\. It can be advisory, hard/,
  ],
  'a source outside': ['policy "a" {\n  source = "../a.sentinel"\n}\n', /^sentinel\.hcl:2: .*leads out of the folder/],
  'an absolute source': ['policy "a" {\n  source = "/etc/passwd"\n}\n', /^sentinel\.hcl:2: .*leads out of the folder/],
  'a source elsewhere': [
    'policy "a" {\n  source = "https://example.com/a.sentinel"\n}\n',
    /^sentinel\.hcl:2: .*The service fetches nothing/,
  ],
  'a source that is no code': [
    'policy "a" {\n  source = "sentinel.hcl"\n}\n',
    /^sentinel\.hcl:2: .*must end in \.sentinel/,
  ],
  'an expression': [
    'policy "a" {\n  source = var.x\n}\n',
    /^sentinel\.hcl:2: the policy "a" needs a plain text as source/,
  ],
  'a number': [
    'policy "a" {\n  description = 1\n}\n',
    /^sentinel\.hcl:2: the policy "a" needs a plain text as description/,
  ],
  'a policy without a name': ['\npolicy {}\n', /^sentinel\.hcl:2: a policy needs a name/],
  'a policy with two names': ['policy "a" "b" {}\n', /^sentinel\.hcl:1: the policy "a" must be written as/],
  'a text in place of a policy': ['policy = "a"\n', /^sentinel\.hcl:1: a policy needs a name/],
  'a name with other characters': ['policy "a b" {}\n', /^sentinel\.hcl:1: the policy "a b" can only have letters/],
  'a name that is part of the language': [
    'policy "__proto__" {}\n',
    /^sentinel\.hcl:1: the file "__proto__\.sentinel"/,
  ],
  'too many policies': [
    'policy "a" {}\n'.replaceAll('a', 'a') + [1, 2, 3].map((n) => `policy "a${n}" {}\n`).join(''),
    /more than 3 policies/,
  ],
  'a list that cannot be read': [
    'policy "a" {\n',
    /^The service cannot read "sentinel\.hcl": sentinel\.hcl:1,12-13: Unclosed/,
  ],
};

for (const [what, [list, message]] of Object.entries(faults)) {
  test(`${what} is refused, with file and line`, async () => {
    match(await refusal(listed(list)), message);
  });
}

test('an archive without a list, without code, or with a link in place of either is refused', async () => {
  const query = 'policy "a" {\n  query = "data.a"\n}\n';

  match(await refusal(archiveOf({ 'a.sentinel': code })), /^The archive has no file "sentinel\.hcl"/);
  match(await refusal(archiveOf({ 'policies.hcl': query }), opa), /^The archive has no file that ends in \.rego/);
  match(await refusal(archiveOf({ 'policies.hcl': 'policy "a" {}', 'a.rego': '' }), opa), /"a" needs a query/);
  const linked = { name: 'sentinel.hcl', kind: '2', linkName: 'list.hcl' };
  match(await refusal(archiveOfEntries({ name: 'list.hcl', data: '' }, linked)), /^"sentinel\.hcl" is no file/);
  const code2 = { name: 'a.sentinel', kind: '2', linkName: 'b.sentinel' };
  const list = { name: 'sentinel.hcl', data: 'policy "a" {}' };
  match(
    await refusal(archiveOfEntries(list, { name: 'b.sentinel' }, code2)),
    /"a\.sentinel" of the policy "a" is not in/,
  );
});

const listedOpa = { name: 'policies.hcl', data: 'policy "a" {\n  query = "data.a.deny"\n}\n' };
const rego = { name: 'a.rego', data: 'package a\n' };

/** Links that could stand for code; opened, they would have the library of another file. */
const hidingLinks: Readonly<Record<string, readonly RawEntry[]>> = {
  'a symbolic link to code': [{ name: 'lib.rego', kind: '2', linkName: 'shared/lib.txt' }],
  'a hard link to code': [{ name: 'lib.rego', kind: '1', linkName: 'a.rego' }],
  'a link to a folder with code': [
    { name: 'lib', kind: '2', linkName: 'shared/' },
    { name: 'shared/one/lib.rego', data: '' },
  ],
  'a link to the root': [{ name: 'sub/lib', kind: '2', linkName: '../.' }],
  'a link to a link': [
    { name: 'lib', kind: '2', linkName: 'other' },
    { name: 'other', kind: '2', linkName: 'README' },
    { name: 'README', data: '' },
  ],
  'a link to nothing': [{ name: 'lib', kind: '2', linkName: 'nothing' }],
};

for (const [what, entries] of Object.entries(hidingLinks)) {
  test(`${what} is refused by its name`, async () => {
    const archive = archiveOfEntries(listedOpa, rego, ...entries);
    const message = `"${entries[0]?.name}" is a link, and links are not followed. Pack the files themselves: tar --dereference --hard-dereference.`;

    equal(await refusal(archive, opa), message);
    await rejects(sources(archive), { message });
  });
}

test('links that stand for no code are skipped, and those elsewhere in the archive', async () => {
  const archive = archiveOfEntries(
    { ...listedOpa, name: 'set/policies.hcl' },
    { ...rego, name: 'set/a.rego' },
    { name: 'set/README', kind: '2', linkName: 'docs/README' },
    { name: 'set/manual', kind: '2', linkName: 'docs' },
    { name: 'set/docs/README', data: '' },
    { name: 'set/LICENSE', kind: '1', linkName: 'set/docs/README' },
    { name: 'other/b.rego', kind: '2', linkName: 'c.rego' },
  );

  const { policies } = await read(archive, { ...opa, folder: ['set'] });

  equal(policies.length, 1);
  deepEqual(await sources(archive, ['set']), { 'a.rego': rego.data });
});

test('code is read as it is, with the mark that some editors begin a file with', async () => {
  const marked = { name: 'a.rego', data: '\ufeffpackage a\r\n' };

  deepEqual(await sources(archiveOfEntries(listedOpa, marked)), { 'a.rego': marked.data });
});

test('an archive that is too large, leaves its root, or is none is refused', async () => {
  const large = gzipSync(Buffer.concat([tarEntry({ name: 'x', data: Buffer.alloc(65 * 1_048_576) }), tarEnd]));

  match(await refusal(large), /unpacks to more than 64 MiB/);
  match(await refusal(archiveOf({ '../sentinel.hcl': '' })), /leads out of the archive's root/);
  match(await refusal(archiveOf({ 'sentinel.hcl': '#'.repeat(3 * 1_048_576) })), /larger than 2 MiB/);
  match(await refusal(archiveOf({ 'sentinel.hcl': Buffer.from([0xff]) })), /is not UTF-8/);
  match(await refusal(Buffer.from('no archive')), /^The gzip file is not valid/);
});

test('any list is read or refused', async () => {
  const word = fc.constantFrom(
    'policy',
    '"a"',
    '{',
    '}',
    '=',
    'source',
    'query',
    '\n',
    `"${'$'}{x}"`,
    '[',
    ']',
    'module',
    '1',
    '#',
  );
  const list = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));

  await fc.assert(
    fc.asyncProperty(list, async (text) => {
      try {
        await read(listed(text));
      } catch (error) {
        ok(error instanceof RefusedArchive, String(error));
      }
    }),
  );
});
