import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineHash, streamLine } from './line.ts';
import { syslogFrame } from './syslog.ts';
import { type ExpectedHeads, readStreamHead, verifyStream } from './verify.ts';

/** Returns the lines of the records from `first` to `last`. */
const linesBetween = (first: number, last: number, previous: string | null = null): string[] => {
  let hash = previous;
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const sequence = first + index;
    const line = streamLine({ action: `thing.${sequence}`, sequence, after: { name: 'Zoë 🙂', 10: 1, 9: 2 } }, hash);
    hash = line.hash;
    return line.text;
  });
};

const verify = (lines: readonly string[], expected: ExpectedHeads = {}) =>
  verifyStream(
    (async function* () {
      yield* lines;
    })(),
    expected,
  );

const hashIn = (line = ''): string => JSON.parse(line).hash;
const headOf = (line = '') => ({ sequence: JSON.parse(line).sequence, hash: hashIn(line) });

test('A line is ASCII, and its hash covers its members in the canonical form of RFC 8785', () => {
  const { text, hash } = streamLine({ sequence: 1, after: { name: 'Zoë', 10: 1, 9: 2 } }, null);

  assert.equal(text, `{"sequence":1,"after":{"9":2,"10":1,"name":"Zo\\u00eb"},"previous":null,"hash":"${hash}"}`);
  assert.equal(hash, lineHash({ previous: null, sequence: 1, after: { name: 'Zoë', 9: 2, 10: 1 } }));
});

test('Complete lines are verified, also if repeated, reordered, in another notation or with a syslog header', async () => {
  const lines = linesBetween(1, 6);
  const turned = lines.map((line) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed()), null, 1).replaceAll('\n', ''),
  );
  const syslog = lines.map((text) =>
    syslogFrame({ text, at: '2026-01-31T12:00:00.000Z', action: 'thing.change', sequence: 1 }, 'tipstaff.example.com'),
  );

  const reports = [
    await verify(lines),
    await verify(turned),
    await verify(syslog),
    await verify([...lines.slice(0, 4), ...lines.slice(2), '', lines[5] ?? '']),
    await verify(linesBetween(4, 9, 'a'.repeat(64))),
  ];

  assert.deepEqual(
    reports.map(({ fault, repeated, first }) => [fault, repeated, first]),
    [
      [null, 0, 1],
      [null, 0, 1],
      [null, 0, 1],
      [null, 3, 1],
      [null, 0, 4],
    ],
  );
  assert.deepEqual(reports[0]?.head, headOf(lines[5]));
});

test('A missing, changed, forged, repeated or late line is reported', async () => {
  const lines = linesBetween(1, 9);
  const [, second = '', third = ''] = lines;
  const edited = third.replace('thing.3', 'thing.x');
  const { hash: _, ...members } = JSON.parse(edited);
  const forged = streamLine({ ...members, previous: undefined }, members.previous).text;
  const cases = {
    gap: lines.toSpliced(2, 2),
    edited: lines.toSpliced(2, 1, edited),
    forged: lines.toSpliced(2, 1, forged),
    order: [...lines.slice(0, 2), ...lines.slice(3, 5), third, ...lines.slice(5)],
    other: [...lines, linesBetween(2, 2, hashIn(lines[8]))[0] ?? ''],
    half: lines.toSpliced(1, 1, second.slice(0, 40)),
    text: ['no line', ...lines],
    deep: [`${'['.repeat(100_000)}`, ...lines],
  };

  const faults = await Promise.all(
    Object.entries(cases).map(async ([name, each]) => {
      const { fault } = await verify(each);
      return [name, fault?.sequence, fault?.line, fault?.detail];
    }),
  );

  assert.deepEqual(faults, [
    ['gap', 3, 3, 'Records 3 to 4 are missing.'],
    ['edited', 3, 3, 'Record 3 was changed after it was sent.'],
    ['forged', 3, 4, 'Record 3 was changed after it was sent. Record 4 contains the hash of a different line.'],
    ['order', 3, 3, 'Record 3 is out of order: it is in line 5.'],
    ['other', 2, 10, 'Record 2 is repeated with different contents.'],
    ['half', null, 2, 'Line 2 is not a line of an audit stream.'],
    ['text', null, 1, 'Line 1 is not a line of an audit stream.'],
    ['deep', null, 1, 'Line 1 is not a line of an audit stream.'],
  ]);
});

test('A line that is repeated with other contents and the same hash, or has a duplicate member, is reported', async () => {
  const lines = linesBetween(1, 4);
  const [second = '', third = ''] = lines.slice(1);
  const forged = second.replace('thing.2', 'other.2');
  const doubled = third.replace('{', '{"action":"other.3",');
  const inner = third.replace('"after":{', '"after":{"name":"Sam",');

  const reports = [
    await verify([...lines, forged]),
    await verify([...lines, forged], { after: headOf(lines[1]) }),
    await verify(lines.with(2, doubled)),
    await verify(lines.with(2, inner)),
    await verify(linesBetween(1, 2).map((line) => line.replace('"thing.2"', '"thing.\\u0032"'))),
  ];

  assert.deepEqual(
    reports.map(({ fault }) => fault?.detail),
    [
      'Record 2 was changed after it was sent.',
      'Record 2 was changed after it was sent.',
      'Record 3 was changed after it was sent.',
      'Record 3 was changed after it was sent.',
      undefined,
    ],
  );
});

test('Heads that were stored elsewhere reveal a truncated file, a rewritten chain and a gap between files', async () => {
  const lines = linesBetween(1, 9);
  const again = linesBetween(1, 8).map((line) => line.replace('thing.2', 'thing.two'));
  const forged: string[] = [];
  for (const line of again) {
    const { hash: _, previous: __, ...record } = JSON.parse(line);
    forged.push(streamLine(record, forged.length === 0 ? null : hashIn(forged.at(-1))).text);
  }
  const [fifth, last] = [headOf(lines[4]), headOf(lines[7])];

  const details = async (each: readonly string[], expected: ExpectedHeads) =>
    (await verify(each, expected)).fault?.detail;

  assert.equal(await details(lines, { head: last }), undefined);
  assert.equal(await details(lines.slice(0, 5), { head: last }), 'Records 6 to 8 are missing.');
  assert.equal(await details([], { head: last }), 'Records 1 to 8 are missing.');
  assert.equal(await details(forged, {}), undefined);
  assert.equal(await details(forged, { head: last }), 'Record 8, or an earlier one, differs from what was sent.');
  assert.equal(await details(lines.slice(5), { after: fifth }), undefined);
  assert.equal(await details(lines.slice(3), { after: fifth }), undefined);
  assert.equal(await details(lines.slice(6), { after: fifth }), 'Record 6 is missing.');
  assert.match(
    (await details(lines.slice(5), { after: { ...fifth, hash: last.hash } })) ?? '',
    /^Record 5 was changed/,
  );
});

test('A restarted stream repairs the records that it repeats, and no others', async () => {
  const lines = linesBetween(1, 9);
  const holed = lines.toSpliced(4, 2);

  const [repaired, tooLate, skipped] = [
    await verify([...holed, ...linesBetween(5, 12)]),
    await verify([...holed, ...linesBetween(6, 12)]),
    await verify([...lines, ...linesBetween(12, 14)]),
  ];

  assert.deepEqual([repaired.fault, repaired.head?.sequence], [null, 12]);
  assert.equal(tooLate.fault?.detail, 'Records 5 to 6 are missing.');
  assert.equal(skipped.fault?.detail, 'Records 10 to 11 are missing.');
});

test('A head is only parsed from its own text form', () => {
  const hash = 'a'.repeat(64);

  assert.deepEqual(readStreamHead(`12:${hash}\n`), { sequence: 12, hash });
  for (const text of ['', hash, `0:${hash}`, `12:${hash}0`, `-1:${hash}`, '12:'])
    assert.equal(readStreamHead(text), undefined);
});

test('A syslog message begins with its length, and its header only has characters that RFC 5424 allows', () => {
  const message = {
    at: '2026-01-31T12:00:00.000Z',
    action: 'policy set.create ä',
    text: '{}',
    sequence: 2_147_483_648,
  };

  const [named, unnamed] = [syslogFrame(message, 'tipstaff.example.com'), syslogFrame({ ...message, action: '' }, '')];

  const body =
    '<110>1 2026-01-31T12:00:00.000Z tipstaff.example.com tipstaff - policyset.create [meta sequenceId="1"] {}';
  assert.equal(named, `${body.length} ${body}`);
  assert.match(unnamed, /^\d+ <110>1 2026-01-31T12:00:00\.000Z - tipstaff - - \[/);
});

/**
 * Returns the lines of an instance that was restored after the line `before`: the record of the restore, and further
 * records.
 */
const restoredAfter = (before = '', more = 2): string[] => {
  const { sequence, hash } = headOf(before);
  const at = '2026-02-01T00:00:00.000Z';
  const actor = { kind: 'system', name: 'command line' };
  const restore = streamLine({ action: 'instance.restore', sequence: sequence + 1, at, actor }, hash);
  return [restore.text, ...linesBetween(sequence + 2, sequence + 1 + more, restore.hash)];
};

test('A restore that replaces received records is reported, and is not an error if restores are accepted', async () => {
  const before = linesBetween(1, 6);
  const after = restoredAfter(before[2], 4);
  const lines = [...before, ...before.slice(1, 3), ...after];
  const head = headOf(after.at(-1));
  const restore = { at: '2026-02-01T00:00:00.000Z', by: 'command line', from: 4, to: 6 };

  const refused = await verify(lines, { head });
  const accepted = await verify(lines, { head, takesRestores: true });
  const twice = await verify([...lines, ...restoredAfter(after[1], 1)], { takesRestores: true });
  const harmless = await verify([...before.slice(0, 3), ...after], { head });

  assert.deepEqual([refused.fault?.sequence, refused.restores], [4, [restore]]);
  assert.match(
    refused.fault?.detail ?? '',
    /^The instance was restored from a backup at 2026-02-01T00:00:00\.000Z by the command line: the restored instance lacks the records 4 to 6,/,
  );
  assert.deepEqual([accepted.fault, accepted.restores, accepted.head], [null, [restore], head]);
  assert.deepEqual(
    [twice.fault, twice.restores.map(({ from, to }) => [from, to])],
    [
      null,
      [
        [4, 6],
        [6, 8],
      ],
    ],
  );
  assert.deepEqual([harmless.fault, harmless.restores], [null, []]);
});

test('A restore does not hide other errors: changed lines, a gap after it, or a record with a wrong previous hash', async () => {
  const before = linesBetween(1, 6);
  const after = restoredAfter(before[2], 4);
  const [restore = ''] = after;
  const cases = [
    [...before, restore.replace('command line', 'another name'), ...after.slice(1)],
    [...before, restore, ...after.slice(2)],
    [...before, ...restoredAfter(linesBetween(1, 3, 'a'.repeat(64))[2])],
  ];

  const faults = await Promise.all(cases.map(async (lines) => (await verify(lines, { takesRestores: true })).fault));

  assert.deepEqual(
    faults.map((fault) => fault?.sequence),
    [4, 5, 4],
  );
});

test('A file without lines is not verified', async () => {
  const [alone, expected] = [await verify([]), await verify([], { head: headOf(linesBetween(1, 1)[0]) })];

  assert.match(alone.fault?.detail ?? '', /^There are no lines/);
  assert.match(expected.fault?.detail ?? '', /^Record 1 is missing/);
});
