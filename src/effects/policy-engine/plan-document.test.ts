import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { knownFault, NotUtf16, utf8Bytes, utf8Pieces } from './plan-document.ts';

const text = '{"name": "ä€𝄞", "mark": "\ufeff"}';
const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');
const encodings = {
  plain: Buffer.from(text),
  marked: Buffer.from(`\ufeff${text}`),
  littleEndian,
  bigEndian: Buffer.from(littleEndian).swap16(),
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const joined = async (bytes: Uint8Array, size: number): Promise<string> =>
  (await buffer(utf8Pieces(inPieces(bytes, size)))).toString();

test('A document is decoded equally from every encoding, wherever its bytes are split', async () => {
  const texts: string[] = [];

  for (const bytes of Object.values(encodings)) {
    texts.push(Buffer.from(utf8Bytes(bytes)).toString());
    for (const size of [1, 2, 3, 4, 5, 7, 1_000]) texts.push(await joined(bytes, size));
  }

  assert.deepEqual(new Set(texts), new Set([text]));
  assert.equal(texts.length, 32);
});

test('Documents that are shorter than a byte order mark are read, too', async () => {
  const short = [[], [0x31], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xef, 0xbb]].map((bytes) =>
    Buffer.from(bytes),
  );

  const texts = await Promise.all(short.map((bytes) => joined(bytes, 1)));

  assert.deepEqual(texts, ['', '1', '', '', '', '\ufffd']);
});

test('A document with a UTF-16 byte order mark that is not UTF-16 is refused', async () => {
  const halved = Buffer.concat([littleEndian, Buffer.from('}')]);
  const lone = Buffer.from('\ufeff"\ud834"', 'utf16le');

  for (const bytes of [halved, lone]) {
    assert.throws(() => utf8Bytes(bytes), NotUtf16);
    for (const size of [1, 2, 3, 1_000]) await assert.rejects(joined(bytes, size), NotUtf16);
  }
});

test('A saved plan, and wrapper output at both ends, are recognized wherever the document is split', async () => {
  const plan = `{"a": "${'x'.repeat(20_000)}\\n::debug::"}\n`;
  const faulty = [
    'PK\u0003\u0004\u0014',
    `[command]/bin/terraform show -json\n${plan}`,
    `${plan}::debug::Terraform exited with code 0.\n`,
  ];
  const verdicts: boolean[] = [];

  for (const document of [...faulty, plan, '']) {
    const bytes = Buffer.from(document);
    verdicts.push((await knownFault(bytes)) !== undefined);
    for (const size of [7, 4_096, 100_000])
      verdicts.push((await knownFault({ length: bytes.length, pieces: () => inPieces(bytes, size) })) !== undefined);
  }

  assert.deepEqual(verdicts, [...Array(12).fill(true), ...Array(8).fill(false)]);
});

test('A plan log and a quoted plan are refused with advice, and other documents are not', async () => {
  const log = '{"@level":"info","@message":"Terraform 1.9.0"}\n{"@level":"info","@message":"Plan: 1 to add"}\n';
  const plan = '{\n  "format_version": "1.2"}';
  const documents = [log, JSON.stringify(plan), `\n"{\\"a\\": 1}"`, '{"@level":"info"}', '"a text"', '"{a}"', plan];

  const faults = await Promise.all(documents.map((document) => knownFault(Buffer.from(document))));

  assert.deepEqual(
    faults.map((fault) => fault?.split(/[,:]/)[0]),
    [
      'the document is the log of "terraform plan -json" and not a plan',
      'the plan is quoted as a JSON string',
      'the plan is quoted as a JSON string',
      ...Array(4).fill(undefined),
    ],
  );
});
