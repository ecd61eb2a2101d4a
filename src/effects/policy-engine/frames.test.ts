import { deepEqual, equal, rejects } from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { answerCollector, requestPieces } from './frames.ts';

const inPieces = (length: number, ...texts: readonly string[]) => ({
  length,
  async *pieces() {
    for (const text of texts) yield Buffer.from(text);
  },
});

const request = (...documents: Parameters<typeof requestPieces>[1]): Promise<Buffer> =>
  buffer(requestPieces({ op: 'a' }, documents));

test('a request is its length, the length of its header, the header and the documents', async () => {
  const frame = await request(Buffer.from('{}'), inPieces(5, '[1', ',2]'));

  equal(frame.readUInt32LE(0), frame.length - 4);
  equal(frame.readUInt32LE(4), 10);
  equal(frame.toString('utf8', 8), '{"op":"a"}{}[1,2]');
});

test('a document that is shorter or longer than declared is refused', async () => {
  await rejects(request(inPieces(6, '[1', ',2]')), /changed/);
  await rejects(request(inPieces(4, '[1', ',2]')), /changed/);
});

test('answers are collected from pieces of any size', () => {
  const frames = Buffer.concat(
    ['one', 'another'].map((text) => Buffer.from([text.length, 0, 0, 0, ...Buffer.from(text)])),
  );
  for (const size of [1, 3, 8, frames.length]) {
    const answers: string[] = [];
    const collect = answerCollector((answer) => answers.push(answer.toString('utf8')));
    for (let at = 0; at < frames.length; at += size) collect(frames.subarray(at, at + size));
    deepEqual(answers, ['one', 'another']);
  }
});
