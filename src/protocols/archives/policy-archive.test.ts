import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { readFolderFiles } from '../../cli/policy-folder/folder-files.ts';
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

test('policies are read with their levels, descriptions and files, and blocks of their tool are allowed', async () => {
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

test('policies of the OPA framework have a query, and their code consists of all files', async () => {
  const { policies } = await read(
    archiveOf({ 'policies.hcl': 'policy "a" {\n  query = "data.a.deny"\n}\n', 'lib/a.rego': 'package a\n' }),
    opa,
  );

  deepEqual(
    policies.map(({ name, enforcementLevel, path, query }) => [name, enforcementLevel, path, query]),
    [['a', 'advisory', null, 'data.a.deny']],
  );
});

test('only the folder that the policy set names is read', async () => {
  const archive = archiveOf({
    'sentinel.hcl': 'nonsense',
    './one/two/sentinel.hcl': 'policy "a" {}',
    'one/two/a.sentinel': code,
  });

  const { policies } = await read(archive, { ...native, folder: ['one', 'two'] });

  equal(policies[0]?.path, 'a.sentinel');
  match(await refusal(archive, { ...native, folder: ['one'] }), /^The archive has no file "one\/sentinel\.hcl"/);
});

test('a list without policies is valid', async () => {
  deepEqual((await read(listed('# none\n'))).policies, []);
});

const faults: Readonly<Record<string, readonly [list: string, message: RegExp]>> = {
  'an unknown key': [
    '# enforcement\npolicy "a" {\n  source = "a.sentinel"\n  enforcment_level = "hard-mandatory"\n}\n',
    /^sentinel\.hcl:4: policy "a": the key "enforcment_level" is unknown\. Known keys are source, /,
  ],
  'an unknown block': ['policy "a" {}\n\npolicies "b" {}\n', /^sentinel\.hcl:3: the key "policies" is unknown/],
  'a missing file': [
    'policy "a" {}\npolicy "b" {\n  source = "./b.sentinel"\n}\n',
    /^sentinel\.hcl:2: the file "b\.sentinel" of the policy "b" is not in the archive/,
  ],
  'a name that is listed twice': [
    'policy "a" {}\npolicy "b" {}\n\npolicy "a" {}\n',
    /^sentinel\.hcl:4: the policy "a" is listed twice/,
  ],
  'an enforcement level of another framework': [
    'policy "a" {\n  enforcement_level = "mandatory"\n}\n',
    /^sentinel\.hcl:2: policy "a": the level "mandatory" is unknown\. Known levels are advisory, hard/,
  ],
  'a source outside of the folder': [
    'policy "a" {\n  source = "../a.sentinel"\n}\n',
    /^sentinel\.hcl:2: .*is outside of the folder/,
  ],
  'an absolute source': ['policy "a" {\n  source = "/etc/passwd"\n}\n', /^sentinel\.hcl:2: .*is outside of the folder/],
  'a source that is a URL': [
    'policy "a" {\n  source = "https://example.com/a.sentinel"\n}\n',
    /^sentinel\.hcl:2: .*The service does not download files/,
  ],
  'a source without the extension of code': [
    'policy "a" {\n  source = "sentinel.hcl"\n}\n',
    /^sentinel\.hcl:2: .*must end in \.sentinel/,
  ],
  'an expression as a value': [
    'policy "a" {\n  source = var.x\n}\n',
    /^sentinel\.hcl:2: policy "a": the value of source must be a text/,
  ],
  'a number in place of a text': [
    'policy "a" {\n  description = 1\n}\n',
    /^sentinel\.hcl:2: policy "a": the value of description must be a text/,
  ],
  'a policy without a name': ['\npolicy {}\n', /^sentinel\.hcl:2: a policy needs a name/],
  'a policy with two names': ['policy "a" "b" {}\n', /^sentinel\.hcl:1: policy "a": a policy must be written as/],
  'a text in place of a policy': ['policy = "a"\n', /^sentinel\.hcl:1: a policy needs a name/],
  'a name with characters that are not allowed': [
    'policy "a b" {}\n',
    /^sentinel\.hcl:1: policy "a b": the name can only have letters/,
  ],
  'a name with a special meaning in JavaScript': [
    'policy "__proto__" {}\n',
    /^sentinel\.hcl:1: the file "__proto__\.sentinel"/,
  ],
  'too many policies': [
    'policy "a" {}\n'.replaceAll('a', 'a') + [1, 2, 3].map((n) => `policy "a${n}" {}\n`).join(''),
    /more than 3 policies/,
  ],
  'a list with invalid syntax': [
    'policy "a" {\n',
    /^The service cannot read "sentinel\.hcl": sentinel\.hcl:1,12-13: Unclosed/,
  ],
};

for (const [what, [list, message]] of Object.entries(faults)) {
  test(`A policy list with ${what} is refused, with file and line`, async () => {
    match(await refusal(listed(list)), message);
  });
}

test('an archive without a list or code, or with a link instead of either, is refused', async () => {
  const query = 'policy "a" {\n  query = "data.a"\n}\n';

  match(await refusal(archiveOf({ 'a.sentinel': code })), /^The archive has no file "sentinel\.hcl"/);
  match(await refusal(archiveOf({ 'policies.hcl': query }), opa), /^The archive has no file that ends in \.rego/);
  match(await refusal(archiveOf({ 'policies.hcl': 'policy "a" {}', 'a.rego': '' }), opa), /"a": a query is required/);
  const linked = { name: 'sentinel.hcl', kind: '2', linkName: 'list.hcl' };
  match(
    await refusal(archiveOfEntries({ name: 'list.hcl', data: '' }, linked)),
    /^The archive has no file "sentinel\.hcl"/,
  );
  const code2 = { name: 'a.sentinel', kind: '2', linkName: 'b.sentinel' };
  const list = { name: 'sentinel.hcl', data: 'policy "a" {}' };
  match(
    await refusal(archiveOfEntries(list, { name: 'b.sentinel' }, code2)),
    /"a\.sentinel" of the policy "a" is not in/,
  );
});

const listedOpa = { name: 'policies.hcl', data: 'policy "a" {\n  query = "data.a.deny"\n}\n' };
const rego = { name: 'a.rego', data: 'package a\n' };
const nowhere = 'the archive does not contain the target. Add the target, or remove the link';
const circle = 'the target is a folder that contains the link. Remove the link';

/** Broken links, and the expected reasons. */
const brokenLinks: Readonly<Record<string, readonly [entries: readonly RawEntry[], why: string]>> = {
  'a link to nothing': [[{ name: 'lib', kind: '2', linkName: 'nothing' }], nowhere],
  'a hard link to nothing': [[{ name: 'lib.rego', kind: '1', linkName: 'nothing.rego' }], nowhere],
  'a link to a path below a file': [[{ name: 'lib', kind: '2', linkName: 'a.rego/lib' }], nowhere],
  'a link to itself': [[{ name: 'lib', kind: '2', linkName: 'lib' }], nowhere],
  'a link to its own folder': [[{ name: 'sub/lib', kind: '2', linkName: '.' }], circle],
  'a link to the root': [[{ name: 'sub/lib', kind: '2', linkName: '../.' }], circle],
};

for (const [what, [entries, why]] of Object.entries(brokenLinks)) {
  test(`${what} is refused with its name`, async () => {
    const archive = archiveOfEntries(listedOpa, rego, ...entries);
    const message = `The link "${entries[0]?.name}" cannot be followed: ${why}.`;

    equal(await refusal(archive, opa), message);
    await rejects(sources(archive), { message });
  });
}

test('two folders with links to each other are refused, and the link that closes the loop is named', async () => {
  const archive = archiveOfEntries(
    listedOpa,
    rego,
    { name: 'one/lib', kind: '2', linkName: '../two' },
    { name: 'two/lib', kind: '2', linkName: '../one' },
  );

  equal(await refusal(archive, opa), `The link "one/lib/lib" cannot be followed: ${circle}.`);
});

test('links that multiply files are refused before they are followed', async () => {
  const doubling = Array.from({ length: 30 }, (_, index) =>
    ['a', 'b'].map((name) => ({ name: `${index}/${name}`, kind: '2', linkName: `../${index + 1}` })),
  ).flat();
  const archive = archiveOfEntries(listedOpa, rego, ...doubling, { name: '30/x.rego', data: 'package x\n' });

  match(await refusal(archive, opa), /^The archive has links that lead to more than 10000 files and folders\./);
});

test('links are followed as an operating system follows them after extraction', async () => {
  const archive = archiveOfEntries(
    { ...listedOpa, name: 'shared/list.hcl' },
    { name: 'set/policies.hcl', kind: '2', linkName: '../shared/list.hcl' },
    { ...rego, name: 'set/a.rego' },
    { name: 'set/text.rego', kind: '2', linkName: '../shared/rego.txt' },
    { name: 'set/hard.rego', kind: '1', linkName: 'set/a.rego' },
    { name: 'set/lib', kind: '2', linkName: '../shared/' },
    { name: 'set/again', kind: '2', linkName: 'lib' },
    { name: 'set/deep/lib', kind: '2', linkName: '../again/one' },
    { name: 'set/README', kind: '2', linkName: '../shared/rego.txt' },
    { name: 'shared/rego.txt', data: 'package text\n' },
    { name: 'shared/one/lib.rego', data: 'package lib\n' },
    { name: 'shared/one/data.json', data: '{"x": 1}' },
    { name: 'shared/two', kind: '2', linkName: 'one' },
    { name: 'other/b.rego', kind: '2', linkName: 'nothing.rego' },
  );
  await using unpacked = await temporaryFolder();
  await writeFile(join(unpacked.path, 'archive.tar.gz'), archive);
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: unpacked.path });

  const read = await sources(archive, ['set']);
  const { policies, data } = await readPolicyArchive(arriving(archive), policyArchiveLimits, {
    ...opa,
    folder: ['set'],
  });

  const folder = await readFolderFiles(join(unpacked.path, 'set'));
  deepEqual(read.modules, folder.sources);
  deepEqual(read.data, folder.data);
  equal(Object.keys(read.modules).length, 8);
  deepEqual(
    data.map(({ path }) => path),
    ['again/one/data.json', 'again/two/data.json', 'deep/lib/data.json', 'lib/one/data.json', 'lib/two/data.json'],
  );
  deepEqual(
    policies.map(({ name }) => name),
    ['a'],
  );
});

test('data documents and a manifest are read as in a bundle, and other documents are reported', async () => {
  const archive = archiveOf({
    'policies.hcl': listedOpa.data,
    'a.rego': rego.data,
    'data.json': '{}',
    'a/b/data.yaml': 'x: 1\n',
    'a/b/data.yml': 'y: 2\n',
    '.manifest': '{"roots": ["a"]}',
    'fixtures/plan.json': '{}',
    'policies.yaml': '',
    'x.data.json': '{}',
    'lib/settings.yml': '',
  });

  const { data, otherDocuments } = await sources(archive);

  deepEqual(
    data.map(({ file, at, text }) => [file, at.join('.'), text]),
    [
      ['.manifest', '', '{"roots": ["a"]}'],
      ['a/b/data.yaml', 'a.b', 'x: 1\n'],
      ['a/b/data.yml', 'a.b', 'y: 2\n'],
      ['data.json', '', '{}'],
    ],
  );
  deepEqual(otherDocuments, ['fixtures/plan.json', 'lib/settings.yml', 'x.data.json']);
});

/** Data that is refused before the engine reads it, and the expected reasons. */
const refusedData: Readonly<Record<string, readonly [files: Readonly<Record<string, string | Buffer>>, why: RegExp]>> =
  {
    'a document that is too large': [
      { 'a/data.json': JSON.stringify('x'.repeat(10_485_760)) },
      /^a\/data\.json is larger than 10 MiB\. Remove data that no policy reads\./,
    ],
    'documents that are too large together': [
      { 'data.json': JSON.stringify('x'.repeat(5_242_880)), 'a/data.json': JSON.stringify('x'.repeat(5_242_880)) },
      /^The data documents up to data\.json are larger than 10 MiB\./,
    ],
    'a document that is not UTF-8': [{ 'data.json': Buffer.from([0xff]) }, /^The file "data\.json" is not UTF-8\./],
    'two manifests': [
      { '.manifest': '{}', 'a/.manifest': '{}' },
      /^There are two manifests, \.manifest and a\/\.manifest\./,
    ],
    'a binary manifest': [{ '.manifest.pb': '' }, /^\.manifest\.pb is a manifest in an unsupported format\./],
  };

for (const [what, [files, why]] of Object.entries(refusedData)) {
  test(`${what} is refused with its name`, async () => {
    const archive = archiveOf({ 'policies.hcl': listedOpa.data, 'a.rego': rego.data, ...files });

    match(await refusal(archive, opa), why);
  });
}

test('the maximum amount of data is read', async () => {
  const text = JSON.stringify('x'.repeat(10_485_758));

  const { data } = await sources(archiveOf({ 'policies.hcl': listedOpa.data, 'a.rego': rego.data, 'data.json': text }));

  equal(data[0]?.text, text);
});

test('code is read unchanged, including a byte order mark', async () => {
  const marked = { name: 'a.rego', data: '\ufeffpackage a\r\n' };

  deepEqual((await sources(archiveOfEntries(listedOpa, marked))).modules, { 'a.rego': marked.data });
});

test('an archive that is too large, has names outside of its root, or is not an archive is refused', async () => {
  const large = gzipSync(Buffer.concat([tarEntry({ name: 'x', data: Buffer.alloc(65 * 1_048_576) }), tarEnd]));

  match(await refusal(large), /unpacks to more than 64 MiB/);
  match(await refusal(archiveOf({ '../sentinel.hcl': '' })), /is outside of the archive's root/);
  match(await refusal(archiveOf({ 'sentinel.hcl': '#'.repeat(3 * 1_048_576) })), /larger than 2 MiB/);
  match(await refusal(archiveOf({ 'sentinel.hcl': Buffer.from([0xff]) })), /is not UTF-8/);
  match(await refusal(Buffer.from('no archive')), /^The archive is not a gzip file/);
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
