import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { archiveOf, arriving } from '../../../../test/support/archive.ts';
import { newArchiveInspector } from '../../../effects/archives/archive-inspector.ts';
import { newSourceParser } from '../../../protocols/archives/hcl.ts';
import { type Notice, noticeEntry, noticeFile, noticeName, noticeText } from './notice-file.ts';

const notice: Notice = {
  module: 'acme/network/aws',
  version: '1.2.3+build.7',
  reason: 'Use 2.0.0.',
  link: 'https://example.com/why',
};

/** Parses the notice file with the service's parser for the Terraform language. */
const parsed = async (written: Notice): Promise<unknown> =>
  newSourceParser()({ name: 'notice.tf', text: noticeFile(written) });

/**
 * Expected parse result: a single check that always fails. Its message is a literal string without template sequences.
 */
const oneCheck = (message: string): unknown => ({
  check: {
    tipstaff_deprecation_notice: [
      {
        assert: [
          {
            condition: `$\{path.module == ""}`,
            error_message: message.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign),
          },
        ],
      },
    ],
  },
});

const marks = ['${', '%{', '$${', '$', '%', '"', '"""', '\\', '}', '<<EOT', 'EOT', '\n', '\r', '#', '/*', '\u2028'];
const hostilePieces = [
  ...marks,
  '\ufeff',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\ud800',
  '\udc00',
  'e\u0301',
  '\u000e\u0301',
  '~}',
  '*/',
  '😀',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: 'binary' }), fc.string()), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('a notice shows version, module, link and reason', () => {
  equal(
    noticeText(notice),
    'Version 1.2.3+build.7 of acme/network/aws is deprecated (https://example.com/why): Use 2.0.0.',
  );
  equal(
    noticeText({ ...notice, reason: null, link: null }),
    'Version 1.2.3+build.7 of acme/network/aws is deprecated.',
  );
});

test('a notice has no spaces at its end, and no reason that is only spaces', () => {
  equal(
    noticeText({ ...notice, link: null, reason: 'Why.\n \u3000' }),
    noticeText({ ...notice, link: null, reason: 'Why.' }),
  );
  equal(noticeText({ ...notice, link: '', reason: '\n' }), noticeText({ ...notice, link: null, reason: null }));
});

test('for any text of a publisher, the file is one check block with exactly that text', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, fc.option(hostile), async (reason, link) => {
      const written = { ...notice, reason, link };

      deepEqual(await parsed(written), oneCheck(noticeText(written)));
    }),
    { numRuns: 500 },
  );
});

test('a reason is shown as it is written, except for characters that control a terminal', () => {
  const messageOf = (reason: string): string =>
    noticeText({ ...notice, link: null, reason }).split(' is deprecated: ')[1] ?? '';

  const harmless = `a $\{path.module} "b"\n%{ if true } \\ 😀`;
  equal(messageOf(harmless), harmless);
  equal(messageOf('a\u001b[31m\tb\r\nc'), 'a\\u001b[31m\\u0009b\nc');
  equal(messageOf('lone \ud800'), 'lone \ufffd');
});

test('a long reason is shortened between two characters, and the link stays', async () => {
  const written = { ...notice, reason: '😀'.repeat(2000) };

  const text = noticeText(written);

  equal([...text].length, 1000);
  equal(text.endsWith('😀…'), true);
  equal(text.includes('https://example.com/why'), true);
  equal(text.isWellFormed(), true);
  deepEqual(await parsed(written), oneCheck(text));
});

test('the file has a name that is free at the root', () => {
  equal(noticeName(['main.tf']), 'tipstaff_deprecation_notice');
  equal(noticeName(['Tipstaff_Deprecation_Notice.TF']), 'tipstaff_deprecation_notice_2');
  equal(noticeName(['tipstaff_deprecation_notice.tofu']), 'tipstaff_deprecation_notice_2');
  equal(
    noticeName(['tipstaff_deprecation_notice.tf', 'tipstaff_deprecation_notice_2.tf', 'x']),
    'tipstaff_deprecation_notice_3',
  );
});

test('the entry and the archive after it are one valid archive', async () => {
  const archive = archiveOf({ 'main.tf': '', 'tipstaff_deprecation_notice.tf': 'check "mine" {}' });
  const { rootNames } = await newArchiveInspector()(arriving(archive));

  const served = Buffer.concat([noticeEntry(notice, rootNames), archive]);

  const unpacked = gunzipSync(served);
  equal(unpacked.toString('latin1', 0, 32), 'tipstaff_deprecation_notice_2.tf');
  equal(unpacked.toString('utf8', 512).startsWith(noticeFile(notice, 'tipstaff_deprecation_notice_2')), true);
  deepEqual(unpacked.subarray(1024), gunzipSync(archive));
});
