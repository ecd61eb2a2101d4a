// Tests the results that a run platform gets if findings were present before the plan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opaSet } from '../../../../test/support/evaluations.ts';
import { bucket, changed, kept, planOf, source } from '../../../../test/support/old-findings.ts';
import { callOf, sendCall } from '../../../../test/support/run-platform.ts';
import { finishCalls, key, newCode, openStage } from '../../../../test/support/run-task-stage.ts';
import { engines } from '../../../../test/support/world.ts';

const onlyOld = planOf(kept('logs'), kept('data'));
const mixed = planOf(kept('logs'), changed('data'), bucket('new', ['create'], null));

for (const engine of engines) {
  test(`A run with only old findings passes, and a run with new ones gets the reasons (${engine})`, async () => {
    const resultFor = async (plan: string) => {
      await using stage = await openStage(engine, { plan });
      const policy = await newCode(stage.home, 'buckets', { introduction: 'enforce-new' }, source);
      await opaSet(stage.home, 'baseline', [policy], { global: true });
      await sendCall(stage.url, key, callOf(stage.platform));
      await finishCalls(stage);
      const final = stage.platform.results().at(-1);
      const [outcome] = final?.outcomes ?? [];
      return { ...final, outcome: outcome?.attributes, body: outcome?.attributes.body ?? '' };
    };

    const [passed, failed] = [await resultFor(onlyOld), await resultFor(mixed)];

    assert.deepEqual([passed.status, failed.status], ['passed', 'failed']);
    assert.match(
      passed.message ?? '',
      /^Policies: 1 failed with only old findings\. These policies have findings that were present before this plan/,
    );
    assert.match(failed.message ?? '', /^Policies: 1 failed\. Blocked by: buckets\./);
    assert.deepEqual(passed.outcome?.tags.Status, [{ label: 'Failed', level: 'warning' }]);
    assert.match(passed.body, /\n\nOld: present before this plan, and not blocking\n\n- aws\\_s3\\_bucket\\\.data\n/);
    assert.match(failed.body, /- aws\\_s3\\_bucket\\\.data is public \\\(new\\: the plan shows a change of acl, which/);
    assert.match(
      failed.body,
      /- aws\\_s3\\_bucket\\\.new is public\n\nOld: present [^\n]*\n\n- aws\\_s3\\_bucket\\\.logs$/,
    );
  });
}
