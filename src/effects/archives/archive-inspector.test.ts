import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createGzip, gzipSync } from 'node:zlib';
import { archiveOf, archiveOfEntries, arriving, packed, tarEnd, tarEntry } from '../../../test/support/archive.ts';
import { archiveLimits } from '../../protocols/archives/archive-limits.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import { newArchiveInspector } from './archive-inspector.ts';

const inspectArchive = newArchiveInspector();
const mebibyte = 1024 * 1024;
const sound = archiveOf({ 'main.tf': '# main\n' });

const refusal = async (source: AsyncIterable<Uint8Array>, limits = archiveLimits): Promise<string> => {
  const error = await inspectArchive(source, limits).then(
    () => new Error('it was not refused'),
    (failure: unknown) => failure,
  );
  ok(error instanceof RefusedArchive, String(error));
  return error.message;
};

/** Returns how much the memory of this process grew during an operation, in MiB. */
const growth = async (happens: () => Promise<unknown>): Promise<number> => {
  const before = process.memoryUsage.rss();
  const seen = { max: before };
  const watch = setInterval(() => {
    seen.max = Math.max(seen.max, process.memoryUsage.rss());
  }, 5);
  await happens();
  clearInterval(watch);
  return (seen.max - before) / mebibyte;
};

test('an archive is read with its interface, files and digest', async () => {
  const archive = archiveOf({
    'README.md': '# Buckets\n',
    'main.tf': 'variable "name" {\n  type = string\n  description = "As on the door"\n}\n',
    'outputs.tf': 'output "id" { value = 1 }\n',
    'examples/one/main.tf': 'variable "other" {}\n',
  });

  const { inputs, outputs, readme, rootNames, sha256, packedBytes } = await inspectArchive(arriving(archive, 7));

  deepEqual(inputs, [
    { name: 'name', type: 'string', description: 'As on the door', default: null, required: true, sensitive: false },
  ]);
  deepEqual(outputs, [{ name: 'id', description: null, sensitive: false }]);
  deepEqual(rootNames, ['README.md', 'main.tf', 'outputs.tf', 'examples']);
  equal(readme, '# Buckets\n');
  equal(sha256, createHash('sha256').update(archive).digest('hex'));
  equal(packedBytes, archive.length);
});

const invalid: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  'no byte': [Buffer.alloc(0), /^The archive is empty/],
  'a zip file': [Buffer.from('PK\x03\x04 and so on'), /^The archive is a zip file\. Pack it as tar\.gz \(gzip\)\.$/],
  'an xz file': [Buffer.from('\xfd7zXZ\0 and so on', 'latin1'), /^The archive is packed with xz\./],
  'a zstd file': [Buffer.from('\x28\xb5\x2f\xfd and so on', 'latin1'), /^The archive is packed with zstd\./],
  'a bzip2 file': [Buffer.from('BZh9 and so on'), /^The archive is packed with bzip2\./],
  'a tar file that is not packed': [
    tarEntry({ name: 'main.tf' }),
    /^The archive is a tar file that is not compressed\./,
  ],
  'something else': [tarEnd, /^The archive is not a gzip file\./],
  'a gzip file that is cut off': [sound.subarray(0, -1), /^The gzip file is not valid: the file ends too early/],
  'a gzip file with a wrong checksum': [
    Buffer.concat([sound.subarray(0, -8), Buffer.alloc(4), sound.subarray(-4)]),
    /^The gzip file is not valid: the data is damaged/,
  ],
  'a gzip file with zeros after it': [
    Buffer.concat([sound, Buffer.alloc(100)]),
    /^The gzip file is not valid: more data follows the end of the file/,
  ],
  'zeros and another gzip file after it': [
    Buffer.concat([sound, Buffer.alloc(100), sound]),
    /^The gzip file is not valid: more data follows the end of the file/,
  ],
  'text after it': [Buffer.concat([sound, Buffer.from('more')]), /^The gzip file is not valid: /],
  'two archives': [Buffer.concat([sound, sound]), /^The tar file is not valid: the archive has data after its end/],
  'nothing packed': [gzipSync(''), /^The archive has no \.tf or \.tofu file at its root/],
  'a file that Terraform cannot read': [
    archiveOf({ 'main.tf': 'variable "a" {\n  type =\n}\n' }),
    /^Terraform cannot read "main\.tf": main\.tf:2,9-3,1: Invalid expression/,
  ],
  'a JSON file that Terraform cannot read': [
    archiveOf({ 'main.tf.json': '{' }),
    /^Terraform cannot read "main\.tf\.json": /,
  ],
};

for (const [what, [bytes, message]] of Object.entries(invalid)) {
  test(`${what} is refused`, async () => {
    match(await refusal(arriving(bytes)), message);
  });
}

test('a gzip file that is cut off at any byte is refused', async () => {
  for (const length of [1, 2, 9, 10, 11, Math.floor(sound.length / 2), sound.length - 8, sound.length - 4]) {
    match(await refusal(arriving(sound.subarray(0, length))), /ends too early/);
  }
});

test('a module with only .tofu files is read, and an invalid one is refused with a message that names OpenTofu', async () => {
  const { inputs } = await inspectArchive(arriving(archiveOf({ 'main.tofu': 'variable "a" {}\n' })));
  const message = await refusal(arriving(archiveOf({ 'main.tf': '', 'main.tofu': 'variable {' })));

  equal(inputs.length, 1);
  match(message, /^OpenTofu cannot read "main\.tofu": /);
});

test('submodules are read from the folders in modules', async () => {
  const { submodules } = await inspectArchive(
    arriving(
      archiveOfEntries(
        { name: 'main.tf', data: '' },
        { name: 'modules/inner/main.tf', data: 'variable "a" {}\n' },
        { name: 'modules/inner/a_override.tf', data: 'variable "a" { default = 1 }\n' },
        { name: 'modules/inner/examples/main.tf', data: 'variable "b" {}\n' },
        { name: 'modules/inner/link.tf', kind: '2', linkName: '../../main.tf' },
        { name: 'modules/README.md', data: '# No module' },
        { name: 'modules/empty/README.md', data: '# No module' },
        { name: 'modules/first/main.tofu', data: 'output "c" { value = 1 }\n' },
      ),
    ),
  );
  const message = await refusal(arriving(archiveOf({ 'main.tf': '', 'modules/inner/main.tf': 'variable {' })));

  deepEqual(
    submodules.map(({ name, inputs, outputs }) => [name, inputs.map((each) => each.default), outputs.length]),
    [
      ['first', [], 1],
      ['inner', ['1'], 0],
    ],
  );
  match(message, /^Terraform cannot read "modules\/inner\/main\.tf": /);
});

test('a gzip file of several members is read', async () => {
  const tar = Buffer.concat([tarEntry({ name: 'main.tf', data: 'variable "a" {}\n' }), tarEnd]);
  const members = [tar.subarray(0, 700), tar.subarray(700)].map((piece) => gzipSync(piece));

  for (const pieceSize of [1, 30, 100_000]) {
    const { inputs } = await inspectArchive(arriving(Buffer.concat(members), pieceSize));

    deepEqual(
      inputs.map(({ name }) => name),
      ['a'],
    );
  }
});

test('random bytes are refused', async () => {
  match(
    await refusal(arriving(Buffer.concat([Buffer.from('x'), randomBytes(100_000)]))),
    /^The archive is not a gzip file/,
  );
  match(await refusal(arriving(gzipSync(randomBytes(100_000)))), /^The tar file is not valid/);
});

test('an archive that is larger than allowed is refused, and little more than the limit is read', async () => {
  const taken = { bytes: 0 };
  async function* endless(): AsyncGenerator<Buffer, void> {
    for (;;) {
      taken.bytes += mebibyte;
      yield randomBytes(mebibyte);
    }
  }
  const stored = createGzip({ level: 0 });
  Readable.from([tarEntry({ name: 'x', size: 500 * mebibyte })]).pipe(stored, { end: false });
  const pump = Readable.from(endless()).pipe(stored);

  const message = await refusal(pump, { ...archiveLimits, packedBytes: 4 * mebibyte });

  match(message, /^The archive is larger than 4 MiB/);
  ok(taken.bytes < 16 * mebibyte, `${taken.bytes} bytes were taken`);
});

test('an archive that unpacks to far more than its own size is refused within bounded memory', async () => {
  const zeros = Buffer.alloc(mebibyte);
  const bomb = function* (): Generator<Buffer, void> {
    for (const number of Array(600).keys()) yield tarEntry({ name: `${number}.txt`, data: zeros });
  };
  const logged: string[] = [];

  const grown = await growth(async () => {
    logged.push(await refusal(Readable.from(bomb()).pipe(createGzip({ level: 1 }))));
  });

  match(logged.join(), /^The archive unpacks to more than 512 MiB/);
  ok(grown < 400, `the memory grew by ${grown} MiB`);
});

test('an archive of 100,000 entries is refused, whether they are files or parent folders', async () => {
  const many = Array.from({ length: 100_000 }, (_, number) => tarEntry({ name: `d${number}/`, kind: '5' }));
  const deep = Array.from({ length: 1000 }, (_, number) =>
    tarEntry({ name: `${number}/${'a/'.repeat(40)}`, kind: '5' }),
  );

  match(await refusal(arriving(packed(...many, tarEnd))), /more than 10000 files and folders/);
  match(await refusal(arriving(packed(...deep, tarEnd))), /more than 10000 files and folders/);
});

const hostileSources: Readonly<Record<string, string>> = {
  'lists in lists': `a = ${'['.repeat(500_000)}`,
  'signs before signs': `a = ${'!'.repeat(1_000_000)}true\n`,
  'templates in templates': `a = ${'"${'.repeat(300_000)}`,
  'blocks in blocks': 'a {\n'.repeat(300_000),
  'a list without an end': `a = [${'1,'.repeat(900_000)}]\n`,
  'nothing but faults': '\u0001'.repeat(1_000_000),
};

for (const [what, text] of Object.entries(hostileSources)) {
  test(`${what} use no more memory than allowed, and the archive is refused`, async () => {
    const logged: string[] = [];

    const grown = await growth(async () => {
      logged.push(await refusal(arriving(archiveOf({ 'main.tf': text }))));
    });

    match(logged.join(), /takes too much memory or time|^Terraform cannot read/);
    ok(grown < 700, `the memory grew by ${grown} MiB`);
  });
}

test('an archive is read after one that took too much memory', async () => {
  const [hostile, plain] = await Promise.allSettled([
    inspectArchive(arriving(archiveOf({ 'main.tf': `a = ${'['.repeat(1_000_000)}` }))),
    inspectArchive(arriving(sound)),
  ]);

  equal(hostile.status, 'rejected');
  equal(plain.status, 'fulfilled');
});

test('an archive that keeps the thread busy for too long is refused, and the next one is read', async () => {
  const message = await refusal(arriving(sound), { ...archiveLimits, silenceTimeout: 1 });
  const { packedBytes } = await inspectArchive(arriving(sound));

  match(message, /takes too much memory or time/);
  equal(packedBytes, sound.length);
});

test('errors of the source are rethrown, and a source is closed when its archive is refused', async () => {
  const closed: string[] = [];
  async function* failing(): AsyncGenerator<Buffer, void> {
    yield sound.subarray(0, 20);
    throw new Error('the disk is gone');
  }
  async function* garbage(): AsyncGenerator<Buffer, void> {
    try {
      for (;;) yield randomBytes(100);
    } finally {
      closed.push('garbage');
    }
  }

  await rejects(inspectArchive(failing()), /the disk is gone/);
  await rejects(inspectArchive(garbage()), RefusedArchive);

  deepEqual(closed, ['garbage']);
});

test('a process without permission to write to the disk can still read archives', async () => {
  const script = `
    const { newArchiveInspector } = await import(${JSON.stringify(new URL('./archive-inspector.ts', import.meta.url).href)});
    const source = [Buffer.from('${sound.toString('base64')}', 'base64')];
    const { sha256 } = await newArchiveInspector()((async function* () { yield* source; })());
    console.log(sha256);`;

  const { stdout } = await promisify(execFile)(process.execPath, [
    '--permission',
    '--allow-fs-read=*',
    '--allow-worker',
    '--no-warnings',
    '--input-type=module',
    '--eval',
    script,
  ]);

  equal(stdout.trim(), createHash('sha256').update(sound).digest('hex'));
});
