// Tests of the start of a sign-in: limits on the number and size of stored requests, and audit entries for failures.
import assert from 'node:assert/strict';
import { browserOf } from '../../../../test/support/browser.ts';
import { answerJson } from '../../../../test/support/openid/forging-provider.ts';
import { type OpenIdWorld, onEachEngineWithProviders, startAt } from '../../../../test/support/openid/world.ts';
import { enableSso } from '../../../../test/support/saml/sso.ts';
import { system } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { maxBegun, openRequest } from '../single-sign-on/requests.ts';

const recorded = query()((db) =>
  db.selectFrom('audit_records').select('change').where('action', 'in', ['oidc.refuse', 'saml.refuse']).orderBy('id'),
);

const refusals = async ({ context }: OpenIdWorld): Promise<readonly object[]> =>
  (await context.database.rows(recorded, {})).map(({ change }) => JSON.parse(change).after);

const stored = query()((db) => db.selectFrom('saml_requests').select('secrets'));

const begin = ({ url }: OpenIdWorld, path = '/users/oidc/login?provider=corp') =>
  browserOf(url).request({ method: 'GET', path });

onEachEngineWithProviders('A sign-in that fails at its start is recorded once a minute', async (world) => {
  const document = '/.well-known/openid-configuration';
  world.corp.forge({ answers: { [document]: (response) => answerJson(response, 503, {}) } });

  const answers = [await begin(world), await begin(world)];
  const first = await refusals(world);
  world.advance(61_000);
  answers.push(await begin(world));

  const failed = { reason: 'provider-failed', message: 'Request', provider: 'corp' };
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 503],
  );
  assert.deepEqual([first, await refusals(world)], [[failed], [failed, failed]]);
});

onEachEngineWithProviders('A long return path is not stored', async (world) => {
  await startAt(browserOf(world.url), 'corp', `/${'a'.repeat(15_000)}`);
  await startAt(browserOf(world.url), 'corp', '/app/policies?page=2');

  const rows = await world.context.database.rows(stored, {});

  assert.equal(rows.length, 2);
  for (const { secrets } of rows) assert.ok((secrets ?? '').length < 1_000);
});

onEachEngineWithProviders('A network can start a limited number of sign-ins within a minute', async (world) => {
  await enableSso(world);
  const actor = { ...system, address: '127.0.0.1' };
  for (let begun = 1; begun < maxBegun; begun += 1)
    await openRequest(world.context, { id: `request-${begun}`, purpose: 'sign-in', actor, cookie: undefined });

  const last = await begin(world);
  const refused = [await begin(world), await begin(world, '/users/saml/login')];
  world.advance(61_000);
  const later = await begin(world);

  assert.deepEqual([last.status, later.status], [303, 303]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [429, 429],
  );
  assert.equal((await world.context.database.rows(stored, {})).length, maxBegun + 1);
});
