// Tests the sort orders of evaluations, and the texts about the run that lists contain.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine(
  'Evaluations are sorted by time and by failed policies, also on pages with cursors and for authors of runs',
  async (world) => {
    const home = await world.home();
    const member = await newMember(world, home);
    const path = `/organizations/${home.name}/evaluations`;
    await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
    const add = async (plan: string, run = {}) => {
      world.advance(1_000);
      const document = documentOf('policy-evaluations', { run });
      return (await evaluated({ world, by: member, path, document }, plan)).id;
    };
    const message = `  Add a bucket \u001b[31m${'x'.repeat(300)}\nand more`;
    const first = await add(creating, { message, commit_sha: 'f00d' });
    const [second, third] = [await add(harmless, { message: 7 }), await add(creating)];
    const read = async (query: string) => (await member.client.get(`${path}?${query}`)).body;
    const ids = async (query: string) => (await read(query)).data.map(({ id }: { id: string }) => id);

    assert.deepEqual(await ids(''), [third, second, first]);
    assert.deepEqual(await ids('sort=created-at'), [first, second, third]);
    assert.deepEqual(await ids('sort=-mandatory-failed'), [third, first, second]);
    assert.deepEqual(await ids('sort=mandatory-failed&filter[status]=failed'), [first, third]);
    const { meta } = await read('sort=-mandatory-failed&page[size]=1');
    assert.deepEqual(await ids(`sort=-mandatory-failed&page[size]=1&page[after]=${meta.cursors.after}`), [first]);
    assert.equal((await home.client.get(`${path}?page[after]=${meta.cursors.after}`)).status, 400);
    const { attributes } = (await read('sort=created-at')).data[0];
    assert.equal(attributes['run-commit'], 'f00d');
    assert.match(attributes['run-message'], /^Add a bucket \\u001b\[31mx+…$/);
    assert.ok(attributes['run-message'].length <= 200 && !attributes['run-message'].includes('\u001b'));
    const [, other] = (await read('sort=created-at')).data;
    assert.deepEqual([other.attributes['run-message'], other.attributes['run-commit']], [null, null]);
  },
);
