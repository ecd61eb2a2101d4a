// Tests the limits on an organization's concurrent uploads of plans, code and tests.
import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { created, harmless, newOpaPolicy, pathOf } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { statusesOf } from '../../../../test/support/races.ts';
import { openRequest } from '../../../../test/support/raw.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const code = 'package buckets\n\ndeny contains "no" if false\n';

/** For each type of upload, the path, the body and the expected response status. */
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

/** Returns the request line and headers of an upload request. The test sends the body later. */
const requestOf = ({ path, body }: { readonly path: string; readonly body: string }, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-length': body.length };
  return { method: 'PUT', path: `/api/v2${path}`, headers };
};

/** Maximum number of concurrent plan uploads per account. */
const maxOfAccount = 4;

/** Maximum number of concurrent uploads per organization, by type. */
const limits: Readonly<Record<string, number>> = { plans: 16, code: 64, tests: 64 };

for (const [what, uploadOf] of Object.entries(uploads)) {
  const limit = limits[what] ?? 0;
  onEachEngine(
    `An organization can upload ${limit} ${what} concurrently, and does not prevent others from uploading`,
    async (world) => {
      const [home, other] = [await world.home(), await world.home()];
      const [own, theirs] = [await uploadOf(home), await uploadOf(other)];
      const team = await newTeam(world, home, ['manage-policies']);
      const tokens: string[] = [];
      for (let each = 0; each <= limit / maxOfAccount; each += 1)
        tokens.push((await newMember(world, home, team)).token);
      const slow = Array.from({ length: limit + 1 }, (_, index) =>
        openRequest(world.url, requestOf(own, tokens[index % tokens.length] ?? '')),
      );
      for (const { request } of slow) request.write(own.body.slice(0, 10));

      const refused = await Promise.race(slow.map(({ answer }) => answer));
      const taken = await other.client.put(theirs.path, theirs.body);
      for (const { request } of slow) request.end(own.body.slice(10));
      const answers = await Promise.all(slow.map(({ answer }) => answer));

      assert.equal(refused.status, 429);
      assert.ok(refused.headers.has('retry-after'));
      assert.equal(taken.status, theirs.status);
      assert.equal(statusesOf(answers)[429] ?? 0, 1);
    },
  );
}

onEachEngine(
  'Of 16 concurrent uploads of one member, four run at a time, and other members can still upload',
  async (world) => {
    const home = await world.home();
    const member = await newMember(world, home);
    const planOf = async (by: Pick<Home, 'client'>) =>
      pathOf((await created({ by, path: `/organizations/${home.name}/evaluations` })).links.upload);
    const [own, others] = [{ path: await planOf(member), body: harmless }, await planOf(home)];
    const slow = Array.from({ length: 17 }, () => openRequest(world.url, requestOf(own, member.token)));
    for (const { request } of slow) request.write(own.body.slice(0, 10));

    const refused = await Promise.race(slow.map(({ answer }) => answer));
    const taken = await home.client.put(others, harmless);
    for (const { request } of slow) request.end(own.body.slice(10));
    const answers = await Promise.all(slow.map(({ answer }) => answer));

    assert.equal(taken.status, 202);
    assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true]);
    assert.match(details(refused)[0] ?? '', /^You already have 16 plan uploads to this organization in progress/);
    assert.deepEqual(statusesOf(answers), { 202: 16, 429: 1 });
  },
);
