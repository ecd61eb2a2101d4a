import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arriving, type RawEntry, tarEnd, tarEntry } from '../../../test/support/archive.ts';
import { archiveLimits } from './archive-limits.ts';
import { type ModuleFiles, readModuleFiles } from './module-files.ts';
import { RefusedArchive } from './refused-archive.ts';

const main: RawEntry = { name: 'main.tf', data: '# main\n' };

const tarOf = (...entries: readonly RawEntry[]): Buffer => Buffer.concat([...entries.map(tarEntry), tarEnd]);

const read = (tar: Buffer, pieceSize = 1000): Promise<ModuleFiles> =>
  readModuleFiles(arriving(tar, pieceSize), archiveLimits);

/** Returns a pax extended header with these records. */
const pax = (records: Readonly<Record<string, string>>, kind = 'x'): RawEntry => {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const length = [1, 2, 3, 4, 5, 6].map((digits) => rest + digits).find((sum) => sum === rest + String(sum).length);
    return `${length} ${key}=${value}\n`;
  });
  return { name: 'PaxHeaders/x', kind, data: lines.join('') };
};

const long = (name: string): RawEntry => ({ name: '././@LongLink', kind: 'L', data: `${name}\0` });

const link = (name: string, linkName: string, kind = '2'): RawEntry => ({ name, kind, linkName });

test('the files of a module are read from pieces of any size', async () => {
  const tar = tarOf(
    { name: './', kind: '5' },
    { name: './README.md', data: '# Read me\n' },
    { name: './main.tf', data: '# main\n' },
    { name: './a/b.tf', data: '# deeper\n' },
    { name: './.hidden.tf', data: '(' },
    { name: './versions.tf.json', data: '{}' },
  );

  for (const pieceSize of [1, 511, 512, 513, 100_000]) {
    const files = await read(tar, pieceSize);

    equal(files.readme, '# Read me\n');
    deepEqual(files.sources, [
      { name: 'main.tf', text: '# main\n' },
      { name: 'versions.tf.json', text: '{}' },
    ]);
    deepEqual(files.rootNames, ['README.md', 'main.tf', 'a', '.hidden.tf', 'versions.tf.json']);
    equal(files.unpackedBytes, tar.length);
  }
});

const accepted: Readonly<Record<string, readonly RawEntry[]>> = {
  'a name in an extended header': [pax({ path: 'variables.tf', mtime: '1.5' }), { name: 'x', data: '# v\n' }],
  'a long name as GNU tar writes it': [long('variables.tf'), { name: 'x', data: '# v\n' }],
  'a comment in a global header': [pax({ comment: 'of a commit' }, 'g'), { name: 'variables.tf', data: '# v\n' }],
  'a name whose folder is in the prefix field': [
    { name: 'variables.tf', data: '# v\n', alter: (header) => header.write('.', 345) },
  ],
  'links to targets inside of the archive': [
    { name: 'variables.tf', data: '# v\n' },
    link('sub/link', '../variables.tf'),
    link('hard', 'variables.tf', '1'),
  ],
  'a large owner ID in binary form': [
    {
      name: 'variables.tf',
      data: '# v\n',
      alter: (header) => header.fill('\x80\0\0\0\x7f\x01\x02\x03', 108, 116, 'latin1'),
    },
  ],
  'a hard link with the mode of a regular file': [
    { name: 'variables.tf', data: '# v\n' },
    { ...link('hard', 'variables.tf', '1'), alter: (header) => header.write('0100644\0', 100) },
  ],
  'an entry named /': [
    { name: '/', kind: '5' },
    { name: 'variables.tf', data: '# v\n' },
  ],
  'a header of another version of ustar': [
    {
      name: 'variables.tf',
      data: '# v\n',
      alter: (header) => header.write('ustar\x00\x00\x00', 257, 'latin1') + header.write('.', 345),
    },
  ],
  'a header of an unknown format with an empty prefix field': [
    { name: 'variables.tf', data: '# v\n', alter: (header) => header.write('ustar 00', 257, 'latin1') },
  ],
  'two names of which one begins with the other': [
    { name: 'variables.tf', data: '# v\n' },
    { name: 'variables.tfvars', data: '' },
  ],
};

for (const [what, entries] of Object.entries(accepted)) {
  test(`an archive may contain ${what}`, async () => {
    const files = await read(tarOf(main, ...entries));

    deepEqual(files.sources, [
      { name: 'main.tf', text: '# main\n' },
      { name: 'variables.tf', text: '# v\n' },
    ]);
  });
}

const escapes = /outside of the archive's root|the path is absolute/;
const invalidTar = /^The tar file is not valid: /;

const refused: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  'an end marker only': [tarEnd, /no \.tf or \.tofu file at its root/],
  'no Terraform file at the root': [tarOf({ name: 'module/main.tf', data: '' }), /no \.tf or \.tofu file at its root/],
  'an absolute path': [tarOf(main, { name: '/etc/passwd' }), escapes],
  'a path with a drive letter': [tarOf(main, { name: 'C:/x' }), escapes],
  'a path that leaves the root': [tarOf(main, { name: '../x' }), escapes],
  'a path that leaves the root after a folder': [tarOf(main, { name: 'a/../../x' }), escapes],
  'a path that leaves the root with backslashes': [tarOf(main, { name: '..\\x' }), /has a backslash/],
  'a path that leaves the root in an extended header': [tarOf(main, pax({ path: '../x' }), { name: 'x' }), escapes],
  'a path that leaves the root in a long name of GNU tar': [tarOf(main, long('../x'), { name: 'x' }), escapes],
  'a path that leaves the root in the prefix field': [
    tarOf(main, { name: 'x', alter: (header) => header.write('../..', 345) }),
    escapes,
  ],
  'a name with a line break': [tarOf(main, { name: 'a\nb' }), /has a control character/],
  'a name with a NUL': [tarOf(main, pax({ path: 'a\0b' }), { name: 'x' }), invalidTar],
  'a name that is not UTF-8': [tarOf(main, { name: Buffer.from([0x61, 0xff]) }), /is not UTF-8/],
  'an empty name': [tarOf(main, { name: '' }), /the path is empty/],
  'a file at the path of the root': [tarOf(main, { name: '.' }), /a file without a name/],
  'a name that is too long within a path': [tarOf(main, long('x'.repeat(256)), { name: 'x' }), /longer than 255 bytes/],
  'a path that is too long': [tarOf(main, long('x/'.repeat(600)), { name: 'x', kind: '5' }), /longer than 1024 bytes/],
  'a link to an absolute path': [tarOf(main, link('x', '/etc/passwd')), escapes],
  'a link that leaves the root': [tarOf(main, link('sub/x', '../../y')), escapes],
  'a link that leaves the root through another link': [tarOf(main, link('a', '.'), link('x', 'a/../..')), escapes],
  'a link with .. after a folder': [tarOf(main, link('a/b/c', 'd/../e')), escapes],
  'a hard link that leaves the root': [tarOf(main, link('sub/x', '../y', '1')), escapes],
  'a link that leaves the root with a long target': [
    tarOf(main, { name: 'x', kind: 'K', data: '../../y\0' }, link('sub/x', 'y')),
    escapes,
  ],
  'a file below a link': [tarOf(main, link('a', '.'), { name: 'a/x' }), /has "a" twice/],
  'a file below a link whose name differs only in case': [
    tarOf(main, link('A', '.'), { name: 'a/x' }),
    /are the same on some file systems/,
  ],
  'a link with the name of a folder': [tarOf(main, { name: 'a/x' }, link('a', '.')), /has "a" twice/],
  'a Terraform file that is a link': [tarOf(main, link('other.tf', 'main.tf')), /is not a regular file/],
  'two entries with the same name': [tarOf(main, main), /has "main.tf" twice/],
  'two names that differ only in case': [tarOf(main, { name: 'Main.tf' }), /are the same on some file systems/],
  'two names that differ only in Unicode normalization': [
    tarOf(main, { name: 'é' }, { name: 'e\u0301' }),
    /are the same on some file systems/,
  ],
  'a character device': [tarOf(main, { name: 'x', kind: '3' }), /contains a device/],
  'a block device': [tarOf(main, { name: 'x', kind: '4' }), /contains a device/],
  'a pipe': [tarOf(main, { name: 'x', kind: '6' }), /contains a pipe/],
  'a sparse file': [tarOf(main, { name: 'x', kind: 'S' }), /contains a sparse file/],
  'a sparse file in an extended header': [tarOf(main, pax({ 'GNU.sparse.major': '1' }), { name: 'x' }), invalidTar],
  'an entry of an unknown type': [tarOf(main, { name: 'x', kind: 'Z' }), /an unknown type/],
  'a wrong checksum': [tarOf(main, { name: 'x', spoil: (header) => header.write('y', 0) }), invalidTar],
  'a size that is not an octal number': [
    tarOf(main, { name: 'x', alter: (header) => header.write('9', 124) }),
    invalidTar,
  ],
  'a negative size': [tarOf(main, { name: 'x', alter: (header) => header.fill(0xff, 124, 136) }), invalidTar],
  'a huge size in binary form': [
    tarOf(main, { name: 'x', alter: (header) => header.fill('\x80\0\0\x7f', 124, 136, 'latin1') }),
    invalidTar,
  ],
  'a size above the limit': [tarOf(main, { name: 'x', size: 1024 * 1024 * 1024 }), /more than 512 MiB/],
  'extended headers above their total limit': [
    tarOf(
      main,
      ...Array.from({ length: 17 }, (_, number) => [
        pax({ comment: 'x'.repeat(999_000) }),
        { name: `${number}` },
      ]).flat(),
    ),
    /extended headers are too long/,
  ],
  'a size beyond the end of the archive': [tarOf(main, { name: 'x', size: 4096 }), invalidTar],
  'a different size in an extended header': [tarOf(main, pax({ size: '1' }), { name: 'x', data: 'xy' }), invalidTar],
  'a folder with contents': [tarOf(main, { name: 'x/', kind: '5', data: 'x' }), invalidTar],
  'a file whose name ends in a slash': [tarOf(main, { name: 'x/' }), invalidTar],
  'a file with the mode of a folder': [
    tarOf(main, { name: 'x', alter: (header) => header.write('0040755\0', 100) }),
    invalidTar,
  ],
  'a global header with a name': [tarOf(pax({ path: 'other.tf' }, 'g'), main), invalidTar],
  'two long names for one file': [tarOf(main, long('a'), long('b'), { name: 'x' }), invalidTar],
  'an empty long name': [tarOf(main, long(''), { name: 'x' }), invalidTar],
  'a duplicate record in an extended header': [
    tarOf(main, { name: 'x', kind: 'x', data: '9 path=a\n9 path=b\n' }, { name: 'x' }),
    invalidTar,
  ],
  'a NUL in a keyword of an extended header': [tarOf(main, pax({ 'a\0b': 'c' }), { name: 'x' }), invalidTar],
  'a header of an incremental backup': [
    tarOf(main, {
      name: 'x',
      alter: (header) => header.write('ustar  \0', 257, 'latin1') + header.write('00000000000\0', 345, 'latin1'),
    }),
    invalidTar,
  ],
  'a long name without an entry': [tarOf(main, long('a')), invalidTar],
  'an extended header with a record that is too long': [
    tarOf(main, { name: 'x', kind: 'x', data: '99 path=x\n' }, { name: 'x' }),
    invalidTar,
  ],
  'an extended header of more than 1 MiB': [tarOf(main, pax({ comment: 'x'.repeat(1024 * 1024) }), main), invalidTar],
  'a file named /': [tarOf(main, pax({ path: '/' }), { name: 'x' }), invalidTar],
  'a prefix field in a header of an unknown format': [
    tarOf(main, {
      name: 'x',
      alter: (header) => header.write('ustar 00', 257, 'latin1') + header.write('a', 345),
    }),
    invalidTar,
  ],
  'a truncated end marker': [Buffer.concat([tarEntry(main), Buffer.alloc(600)]), invalidTar],
  'an entry after half an end marker': [
    Buffer.concat([tarEntry(main), Buffer.alloc(512), tarEntry({ name: 'x' }), tarEnd]),
    invalidTar,
  ],
  'an entry after the end marker': [Buffer.concat([tarOf(main), tarEntry({ name: 'x' })]), invalidTar],
  'Terraform files of more than 2 MiB': [
    tarOf(main, { name: 'x.tf', data: '#'.repeat(2 * 1024 * 1024) }),
    /larger than 2 MiB together/,
  ],
  'a Terraform file that is not UTF-8': [tarOf({ name: 'main.tf', data: Buffer.from([0xff]) }), /is not UTF-8/],
};

for (const [what, [tar, message]] of Object.entries(refused)) {
  test(`an archive with ${what} is refused`, async () => {
    await rejects(read(tar), (error: unknown) => {
      equal(error instanceof RefusedArchive, true, String(error));
      match(String(error), new RegExp(message.source.replace('^', '^RefusedArchive: ')));
      return true;
    });
  });
}

test('the first 512 KiB of a README are kept, without an incomplete character', async () => {
  const files = await read(tarOf(main, { name: 'readme.md', data: `x${'é'.repeat(300_000)}` }), 60_000);

  equal(files.readme, `x${'é'.repeat(512 * 512 - 1)}`);
});

test('README.md is shown before README', async () => {
  const files = await read(tarOf({ name: 'README', data: 'plain' }, main, { name: 'README.md', data: 'marked' }));

  equal(files.readme, 'marked');
});

test('an archive without an end marker, or with half of one, is read', async () => {
  for (const end of [Buffer.alloc(0), Buffer.alloc(512)]) {
    const { sources } = await read(Buffer.concat([tarEntry(main), end]));

    deepEqual(sources, [{ name: 'main.tf', text: '# main\n' }]);
  }
});

test('an archive that is cut off within an entry is refused', async () => {
  const entries = [{ name: 'sub/', kind: '5' }, main, pax({ path: 'x/y' }), { name: 'z', data: 'abc' }].map(tarEntry);
  const tar = Buffer.concat(entries);
  const ends = entries.map((_, index) => Buffer.concat(entries.slice(0, index + 1)).length);
  const isWhole = (length: number): boolean => ends.includes(length) && length !== ends[0] && length !== ends[2];

  await fc.assert(
    fc.asyncProperty(fc.nat({ max: tar.length - 1 }), async (length) => {
      const reading = read(tar.subarray(0, length));
      await (isWhole(length) ? reading : rejects(reading, RefusedArchive));
    }),
    { numRuns: 200 },
  );
});

test('with any header, the archive is read or refused, and no name is outside of the root', async () => {
  const entries = [{ name: 'sub/', kind: '5' }, main, pax({ path: 'x/y' }), { name: 'z', data: 'abc' }, link('l', 'z')];
  const byte = fc.oneof(
    fc.constantFrom(...Buffer.from('\0 /.\\0123456789LKSxgA\x80\xff', 'latin1')),
    fc.nat({ max: 255 }),
  );
  const change = fc.record({ entry: fc.nat({ max: entries.length - 1 }), at: fc.nat({ max: 511 }), byte });

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const altered = entries.map((entry, index) => ({
        ...entry,
        alter: (header: Buffer) => {
          for (const { at, byte } of changes.filter((one) => one.entry === index)) header[at] = byte;
        },
      }));

      const files = await read(tarOf(...altered)).catch((error: unknown) => {
        if (!(error instanceof RefusedArchive)) throw error;
      });

      equal(files?.rootNames.some((name) => name.includes('/') || name === '..') ?? false, false);
    }),
    { numRuns: 1000 },
  );
});
