import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { newPlanReader } from './plan-reader.ts';

const readPlan = newPlanReader();
const run = Buffer.from('{"message":"Add"}');

const inPieces = (plan: string) => ({
  pieces: async function* () {
    for (let at = 0; at < plan.length; at += 65_536) yield Buffer.from(plan.slice(at, at + 65_536));
  },
});

const sent = (plan: string) =>
  readPlan({ plan: inPieces(plan), run, isRecorded: true, addresses: [], hasValues: false, moduleHosts: [] });

test('a plan is returned masked and compressed, together with the run document', async () => {
  const change = { after: { key: 'a-long-secret', n: 1 }, after_sensitive: { key: true } };

  const result = await sent(JSON.stringify({ format_version: '1.2', resource_changes: [{ change }] }));

  ok(result.input !== undefined && 'packed' in result.input);
  const { packed, masked, size } = result.input;
  const [plan = '', about] = zstdDecompressSync(packed).toString('utf8').split('\n');
  deepEqual(JSON.parse(plan).resource_changes[0].change.after, { key: '(sensitive value)', n: 1 });
  equal(about, '{"message":"Add"}');
  deepEqual([masked, size], [1, plan.length + run.length + 1]);
});

test('a plan that cannot be masked is refused with a message that quotes nothing from it', async () => {
  const nested = `{"format_version":"1.2","checks":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

  const results = await Promise.all([
    sent('{"a-secret":'),
    sent('[]'),
    sent('{"format_version":"1","x":1}'),
    sent(nested),
  ]);

  deepEqual(
    results.map(({ input }) => input !== undefined && 'refusal' in input && input.refusal),
    [
      'the plan is not valid JSON',
      'the plan is not a JSON object',
      'the plan has an unknown member, x, which might be sensitive',
      'the plan is nested too deeply',
    ],
  );
});

test('changes of resources include values only if these are requested and the plan can be masked', async () => {
  const change = {
    actions: ['create'],
    before: null,
    after: { key: 'a-long-secret', n: 1 },
    after_sensitive: { key: true },
  };
  const plan = { format_version: '1.2', resource_changes: [{ address: 'a.b', change }] };
  const reading = (document: object | string, hasValues: boolean) =>
    readPlan({
      plan: inPieces(JSON.stringify(document)),
      run,
      isRecorded: false,
      addresses: ['a.b'],
      hasValues,
      moduleHosts: [],
    });

  const [plain, valued, refused, broken] = await Promise.all([
    reading(plan, false),
    reading(plan, true),
    reading({ ...plan, more: 1 }, true),
    readPlan({ plan: inPieces('{'), run, isRecorded: true, addresses: ['a.b'], hasValues: true, moduleHosts: [] }),
  ]);

  ok(plain.changes && valued.changes && refused.changes);
  ok('changes' in plain.changes && 'changes' in valued.changes && 'changes' in refused.changes);
  deepEqual([plain.input, plain.changes.values], [undefined, undefined]);
  deepEqual(valued.changes.changes, plain.changes.changes);
  ok(valued.changes.values instanceof Uint8Array);
  equal(zstdDecompressSync(valued.changes.values).toString('utf8'), '[[[null,"(sensitive value)"],[null,1]]]');
  deepEqual(refused.changes, {
    ...plain.changes,
    values: { refusal: 'the plan has an unknown member, more, which might be sensitive' },
  });
  deepEqual(broken, {
    input: { refusal: 'the plan is not valid JSON' },
    changes: { refusal: 'the plan is not valid JSON' },
  });
});

test('module calls are read if host names are given, even if the plan cannot be masked', async () => {
  const call = { source: 'tipstaff.example.com/acme/vpc/aws', version_constraint: '1.0.0' };
  const plan = { more: 1, configuration: { root_module: { module_calls: { vpc: call } } } };
  const reading = (text: string) =>
    readPlan({
      ...{ plan: inPieces(text), run, isRecorded: true, addresses: [], hasValues: false },
      moduleHosts: ['tipstaff.example.com'],
    });

  const [read, broken] = await Promise.all([reading(JSON.stringify(plan)), reading('{')]);

  ok(read.input !== undefined && 'refusal' in read.input);
  deepEqual(read.modules, [
    { host: 'tipstaff.example.com', organization: 'acme', module: 'vpc', provider: 'aws', version: '1.0.0' },
  ]);
  deepEqual(broken.modules, { refusal: 'the plan is not valid JSON' });
});

test('a plan that needs too much memory is refused, and the next one is read', async () => {
  const small = newPlanReader(64);
  const read = (plan: string) =>
    small({ plan: inPieces(plan), run, isRecorded: true, addresses: [], hasValues: false, moduleHosts: [] });

  const large = await read(`{"format_version":"1.2","checks":[${'[[]],'.repeat(2_000_000)}0]}`);
  const next = await read('{"format_version":"1.2"}');

  deepEqual(large, { input: { refusal: 'reading the plan takes too much memory or time' } });
  ok(next.input !== undefined && 'packed' in next.input);
});

test('an error of the plan source only affects the reading of that plan', async () => {
  const gone = {
    pieces: () => Readable.from([Buffer.from('{"format_version":'), 'x']).map(() => Promise.reject(new Error('gone'))),
  };

  await rejects(
    readPlan({ plan: gone, run, isRecorded: true, addresses: [], hasValues: false, moduleHosts: [] }),
    /gone/,
  );
  const { input } = await sent('{"format_version":"1.2"}');

  ok(input !== undefined && 'packed' in input);
});
