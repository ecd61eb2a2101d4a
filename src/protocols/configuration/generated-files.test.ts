// Compares the blocks that are found in generated files with the blocks that the files contain.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { hclFiles } from '../../../test/support/hcl-files.ts';
import { blocksIn } from './files.ts';

test('the blocks of a generated file in HCL are found', () => {
  fc.assert(
    fc.property(hclFiles, ({ text, blocks }) => {
      deepEqual(
        blocksIn('main.tf', text).map((block) => ({ source: undefined, ...block })),
        blocks.map(({ brace, ...block }) => block),
      );
    }),
  );
});

test('a text that ends anywhere contains the blocks that begin before its end', () => {
  fc.assert(
    fc.property(hclFiles, fc.double({ min: 0, max: 1, noNaN: true }), ({ text, blocks }, share) => {
      const end = Math.floor(text.length * share);
      deepEqual(
        blocksIn('main.tf', text.slice(0, end)).map(({ line }) => line),
        blocks.filter(({ brace }) => brace < end).map(({ line }) => line),
      );
    }),
  );
});

const memberName = fc.constantFrom('resource', 'module', 'source', 'a', '"}{', '\\');
const objects = (value: fc.Arbitrary<unknown>) => {
  const object = fc.dictionary(memberName, value, { maxKeys: 3 });
  return fc.oneof(object, fc.array(object, { maxLength: 2 }));
};
const { content } = fc.letrec((tie) => ({ content: fc.oneof(memberName, fc.integer(), objects(tie('content'))) }));
const jsonFiles = fc
  .record({ module: objects(objects(content)), resource: objects(objects(content)), locals: content })
  .chain((value) => fc.constantFrom(0, 1, '\t').map((indent) => JSON.stringify(value, undefined, indent)));

/** Returns the members of an object, or of the objects in an array, with their lines. */
function membersOf(node: unknown, lines: LineCounter) {
  const maps = (isSeq(node) ? node.items : [node]).filter(isMap);
  return maps
    .flatMap(({ items }) => items)
    .map(({ key, value }) => ({
      name: isScalar(key) ? JSON.stringify(key.value).slice(1, -1) : '',
      line: lines.linePos((isScalar(key) && key.range?.[0]) || 0).line,
      value,
    }));
}

test('the blocks of a generated file in JSON are found', () => {
  fc.assert(
    fc.property(jsonFiles, (text) => {
      const lines = new LineCounter();
      const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
      const [modules, resources] = ['module', 'resource'].map((type) =>
        membersOf(contents, lines)
          .filter(({ name }) => name === type)
          .flatMap(({ value }) => membersOf(value, lines)),
      );
      const named = resources?.flatMap(({ name: type, value }) =>
        membersOf(value, lines).map(({ name, line }) => ({ labels: [type, name], line })),
      );
      deepEqual(
        blocksIn('main.tf.json', text).map(({ labels, line }) => ({ labels, line })),
        [...(modules ?? []).map(({ name, line }) => ({ labels: [name], line })), ...(named ?? [])],
      );
    }),
  );
});

/** Parts of texts that are only read in linear time, and without recursion, if the scanner takes care of them. */
const repeated = [
  '"',
  '"${',
  '<<',
  '<<A',
  '<<A\n',
  '${<<A\n',
  '/*',
  '/**/',
  '{',
  '}',
  'a ',
  'a{}',
  '{"a":',
  '\\',
  '"\\',
];

test('long texts are read to their end, even if nothing in them is closed', () => {
  for (const part of repeated)
    for (const start of ['', '"', 'a = <<A\n', 'a {\n', '{"module": {"a": {']) {
      const text = start + part.repeat(50_000);
      blocksIn('main.tf', text);
      blocksIn('main.tf.json', text);
    }
});
