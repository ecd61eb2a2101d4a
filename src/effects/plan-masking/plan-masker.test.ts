import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { newPlanMasker } from './plan-masker.ts';

const maskPlan = newPlanMasker();
const run = Buffer.from('{"message":"Add"}');

const sent = (plan: string) => maskPlan({ plan: Buffer.from(plan), run });

test('a plan comes back masked and compressed, with the document about its run', async () => {
  const change = { after: { key: 'a-long-secret', n: 1 }, after_sensitive: { key: true } };

  const result = await sent(JSON.stringify({ format_version: '1.2', resource_changes: [{ change }] }));

  ok('packed' in result);
  const [plan = '', about] = zstdDecompressSync(result.packed).toString('utf8').split('\n');
  deepEqual(JSON.parse(plan).resource_changes[0].change.after, { key: '(sensitive value)', n: 1 });
  equal(about, '{"message":"Add"}');
  deepEqual([result.masked, result.size], [1, plan.length + run.length + 1]);
});

test('what cannot be masked is refused, and quotes nothing of the plan', async () => {
  const nested = `{"format_version":"1.2","checks":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

  const results = await Promise.all([
    sent('{"a-secret":'),
    sent('[]'),
    sent('{"format_version":"1","x":1}'),
    sent(nested),
  ]);

  deepEqual(
    results.map((result) => 'refusal' in result && result.refusal),
    ['it is not JSON', 'it is not an object', 'it has the unknown member x', 'it is nested too deeply'],
  );
});
