// Uploads of plans, code and tests: how many of one organization are received at once.
import assert from 'node:assert/strict';
import { created, harmless, newOpaPolicy, pathOf } from '../../../../test/support/evaluations.ts';
import { statusesOf } from '../../../../test/support/races.ts';
import { openRequest } from '../../../../test/support/raw.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const code = 'package buckets\n\ndeny contains "no" if false\n';

/** Where something is uploaded, and what. */
const uploads: Readonly<
  Record<string, (home: Home) => Promise<{ readonly path: string; readonly body: string; readonly status: number }>>
> = {
  plans: async (home) => {
    const { links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
    return { path: pathOf(links.upload), body: harmless, status: 202 };
  },
  code: async (home) => ({
    path: `/policies/${await newOpaPolicy(home, 'buckets', { source: '' })}/upload`,
    body: code,
    status: 200,
  }),
  tests: async (home) => ({
    path: `/policies/${await newOpaPolicy(home, 'buckets', { source: '' })}/tests`,
    body: code,
    status: 200,
  }),
};

/** How many of one organization are received at once. */
const limits: Readonly<Record<string, number>> = { plans: 16, code: 64, tests: 64 };

for (const [what, uploadOf] of Object.entries(uploads)) {
  const limit = limits[what] ?? 0;
  onEachEngine(`An organization uploads ${limit} ${what} at once, and keeps no other from uploading`, async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const [own, theirs] = [await uploadOf(home), await uploadOf(other)];
    const headers = { authorization: `Bearer ${home.owner.token}`, 'content-length': own.body.length };
    const rawRequest = { method: 'PUT', path: `/api/v2${own.path}`, headers };
    const slow = Array.from({ length: limit + 1 }, () => openRequest(world.url, rawRequest));
    for (const { request } of slow) request.write(own.body.slice(0, 10));

    const refused = await Promise.race(slow.map(({ answer }) => answer));
    const taken = await other.client.put(theirs.path, theirs.body);
    for (const { request } of slow) request.end(own.body.slice(10));
    const answers = await Promise.all(slow.map(({ answer }) => answer));

    assert.equal(refused.status, 503);
    assert.ok(refused.headers.has('retry-after'));
    assert.equal(taken.status, theirs.status);
    assert.equal(statusesOf(answers)[503] ?? 0, 1);
  });
}
