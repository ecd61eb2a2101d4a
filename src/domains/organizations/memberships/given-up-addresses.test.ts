// Tests of memberships that wait until an e-mail address is confirmed. If the account changes its address, they still
// wait for the invited address.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { type Client, clientOf } from '../../../../test/support/client.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import {
  ceo,
  claimer,
  idsIn,
  invite,
  membershipIn,
  membershipsIn,
  organizationsOf,
  setPassword,
  shownLink,
  signIn,
  statusOf,
} from '../../../../test/support/invitations.ts';
import { clientOfOwner, newTeam } from '../../../../test/support/members.ts';
import { inRounds } from '../../../../test/support/races.ts';
import { enableSso, enterBySso } from '../../../../test/support/saml/sso.ts';
import { secondInstance } from '../../../../test/support/second-instance.ts';
import { password } from '../../../../test/support/session.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { getUser } from '../../accounts/users/users.ts';

onEachEngine('Confirming another address does not start memberships that wait for the previous one', async (world) => {
  const { id, browser } = await claimer(world);
  const victim = await world.home();
  const invited = await invite(victim, ceo);
  const admin = await world.person({ isAdmin: true });

  await browser.patch('/account/update', documentOf('users', { email: 'mallory@example.com' }));
  await admin.client.post(`/admin/users/${id}/actions/confirm_email`);
  const waiting = await victim.client.get(`/organization-memberships/${invited.body.data.id}`);
  const created = await admin.client.post(
    '/admin/users',
    documentOf('users', { username: 'the.ceo', email: ceo, password }),
  );

  assert.deepEqual([statusOf(waiting), waiting.body.data.attributes.email], ['invited', ceo]);
  assert.equal((await browser.get(`/organizations/${victim.name}`)).status, 404);
  const member = await victim.client.get(`/organization-memberships/${invited.body.data.id}`);
  assert.deepEqual([statusOf(member), member.body.data.relationships.user.data.id], ['active', created.body.data.id]);
});

const moveTo = (browser: Client, email: string) =>
  browser.patch('/account/update', documentOf('users', { email, 'current-password': password }));

onEachEngine(
  'An account that gives up a claimed address is no longer visible to the organizations that invited the address',
  async (world) => {
    const { evil, id, browser } = await claimer(world);
    const victim = await world.home();
    const team = await newTeam(world, victim, []);
    const invited = await invite(victim, ceo, team);
    const token = await clientOfOwner(world, { kind: 'organization', id: victim.organization.id });

    assert.equal((await moveTo(browser, 'secret@home.example')).status, 200);

    const seen = await Promise.all([victim.client, token].map((client) => client.get(`/users/${id}`)));
    assert.deepEqual(
      seen.map(({ status }) => status),
      [404, 404],
    );
    const listed = await victim.client.get(`${membershipsIn(victim)}?include=user`);
    const inTeam = await victim.client.get(`/teams/${team}?include=users`);
    assert.doesNotMatch(JSON.stringify([listed.body, inTeam.body]), new RegExp(`${id}|secret@home`));
    const found = async (filter: string) => idsIn(await victim.client.get(`${membershipsIn(victim)}?${filter}`));
    const byAddress = [
      await found(`filter[email]=${ceo}`),
      await found('filter[status]=invited'),
      await found('q=ceo@'),
    ];
    assert.deepEqual(byAddress, [[invited.body.data.id], [invited.body.data.id], [invited.body.data.id]]);
    assert.deepEqual([await found('filter[email]=secret@home.example'), await found('q=secret')], [[], []]);
    assert.deepEqual(await organizationsOf(browser), [evil.name]);
    const entry = (await auditOf(world, invited.body.data.id)).at(-1);
    const account = (await getUser(world.context, 'ceo2')).id;
    assert.deepEqual(
      [entry?.action, entry?.organizationId, entry?.change.before, entry?.change.after],
      ['membership.move', victim.organization.id, { user: id }, { user: account, email: ceo }],
    );
  },
);

onEachEngine('The membership of a given-up address goes to the person who confirms the address', async (world) => {
  const { id, browser } = await claimer(world);
  const victim = await world.home();
  const team = await newTeam(world, victim, ['manage-policies']);
  const invited = await invite(victim, ceo, team);
  await moveTo(browser, 'secret@home.example');

  const again = await invite(victim, ceo);
  const elsewhere = await invite(await world.home(), ceo);
  const ofClaimer = await invite(victim, 'secret@home.example');

  assert.deepEqual([again.status, again.body.errors[0].code], [422, 'exists']);
  assert.deepEqual([statusOf(elsewhere), elsewhere.body.meta], ['invited', undefined]);
  assert.deepEqual([statusOf(ofClaimer), ofClaimer.body.data.relationships.user.data.id], ['invited', id]);
  assert.equal((await moveTo(browser, ceo)).status, 422);
  await enableSso(world);
  await enterBySso(world, { nameId: ceo });
  const owner = elsewhere.body.data.relationships.user.data.id;
  assert.deepEqual(await membershipIn(victim, invited), ['active', owner, identifiers('teams', team).data]);
});

onEachEngine('A given-up address that no organization has invited is free', async (world) => {
  const { browser } = await claimer(world);

  await moveTo(browser, 'secret@home.example');

  assert.equal((await moveTo(browser, ceo)).status, 200);
});

onEachEngine('An invitation sent while its address is being given up follows the address', async (world) => {
  await using second = await secondInstance(world);
  let round = 0;
  await inRounds(async () => {
    round += 1;
    const email = `ceo-${round}@example.com`;
    const [evil, first, last] = [await world.home(), await world.home(), await world.home()];
    await setPassword(world, shownLink(await invite(evil, email)));
    const browser = await signIn(world, email);
    if (round % 2 === 0) await invite(first, email);

    const [moved, invited] = await Promise.all([
      moveTo(browser, `secret-${round}@home.example`),
      invite({ ...last, client: clientOf(second.url, last.owner.token) }, email),
    ]);

    assert.deepEqual([moved.status, invited.status], [200, 201]);
    const { user } = (await last.client.get(`/organization-memberships/${invited.body.data.id}`)).body.data
      .relationships;
    assert.equal((await getUser(world.context, user.data.id)).email, email);
    assert.equal((await invite(last, email)).status, 422);
  });
});
