// Tests that an invitation does not confirm the invited e-mail address. Only a link that was mailed to the address
// confirms it.
import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/answer.ts';
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
  statusIn,
  statusOf,
} from '../../../../test/support/invitations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { inRounds } from '../../../../test/support/races.ts';
import {
  enableSso,
  enterBySso,
  identityOf,
  linkIdentity,
  reasonsIn,
  signInBySso,
} from '../../../../test/support/saml/sso.ts';
import { secondInstance } from '../../../../test/support/second-instance.ts';
import { password } from '../../../../test/support/session.ts';
import { homeWith } from '../../../../test/support/sso-teams.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { getUser } from '../../accounts/users/users.ts';
import { requireFewInvitations } from './invitation-limit.ts';

onEachEngine("A link shown to the inviter gives access to the inviter's organization only", async (world) => {
  const { evil, id, browser } = await claimer(world);
  const victim = await world.home();
  const team = await newTeam(world, victim, ['manage-policies']);

  const invited = await invite(victim, ceo, team);

  assert.deepEqual([invited.status, statusOf(invited), invited.body.meta], [201, 'invited', undefined]);
  assert.equal(invited.body.data.attributes.email, ceo);
  assert.equal((await getUser(world.context, id)).email_proof, null);
  const paths = [`/organizations/${victim.name}`, `/organizations/${victim.name}/policies`, membershipsIn(victim)];
  const [organization, policies, members] = await Promise.all(paths.map((path) => browser.get(path)));
  assert.deepEqual([organization?.status, policies?.status, members?.status], [404, 404, 404]);
  assert.equal((await browser.get(`/organization-memberships/${invited.body.data.id}`)).status, 404);
  assert.equal((await browser.delete(`/organization-memberships/${invited.body.data.id}`)).status, 404);
  assert.deepEqual(await organizationsOf(browser), [evil.name]);
  assert.equal((await browser.get('/organization-memberships')).body.data.length, 1);
  const { body } = await browser.get('/account/details');
  assert.deepEqual(body.data.relationships.organizations.data, [{ id: evil.name, type: 'organizations' }]);
  assert.equal((await browser.get(`/users/${victim.owner.user.id}`)).status, 404);
  const listed = await victim.client.get(`${membershipsIn(victim)}?filter[status]=invited`);
  assert.deepEqual(idsIn(listed), [invited.body.data.id]);
  assert.equal((await victim.client.get(`${membershipsIn(victim)}?filter[status]=active`)).body.data.length, 1);
});

onEachEngine(
  'The first single sign-on of the address owner takes over the address and its invitations but not the account',
  async (world) => {
    const { evil, id, browser } = await claimer(world);
    const victim = await world.home();
    const team = await newTeam(world, victim, ['manage-policies']);
    const invited = await invite(victim, ceo, team);
    await enableSso(world);

    const page = await enterBySso(world, { nameId: ceo, attributes: { Username: ['the.ceo'] } });

    assert.equal(page.title, 'Hello, the.ceo · Tipstaff');
    const owner = await getUser(world.context, 'the.ceo');
    assert.deepEqual([owner.email, owner.email_proof], [ceo, 'provider']);
    const member = await victim.client.get(`/organization-memberships/${invited.body.data.id}`);
    assert.deepEqual([statusOf(member), member.body.data.relationships.user.data.id], ['active', owner.id]);
    assert.deepEqual(member.body.data.relationships.teams.data, identifiers('teams', team).data);
    assert.match((await getUser(world.context, id)).email, /@no-address\.invalid$/);
    assert.deepEqual(await organizationsOf(browser), [evil.name]);
    assert.equal((await browser.get(`/organizations/${victim.name}/policies`)).status, 404);
    const entry = (await auditOf(world, invited.body.data.id)).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.organizationId, entry?.change.before, entry?.change.after],
      ['membership.start', victim.organization.id, { user: id }, { user: owner.id, email: ceo }],
    );
  },
);

onEachEngine('An unused account belongs to the person whom the identity provider authenticates', async (world) => {
  const [evil, victim] = [await world.home(), await world.home()];
  const first = await invite(evil, ceo);
  const second = await invite(victim, ceo);
  await enableSso(world);

  await enterBySso(world, { nameId: ceo });

  const user = await getUser(world.context, first.body.data.relationships.user.data.id);
  assert.deepEqual([user.email, user.email_proof], [ceo, 'provider']);
  assert.equal((await setPassword(world, shownLink(first))).status, 404);
  assert.deepEqual([await statusIn(evil, first), await statusIn(victim, second)], ['active', 'active']);
});

onEachEngine(
  'A suspended account keeps its claimed address, so its user cannot return through the identity provider',
  async (world) => {
    const { id } = await claimer(world);
    const admin = await world.person({ isAdmin: true });
    await admin.client.post(`/admin/users/${id}/actions/suspend`);
    await enableSso(world);

    const { answer } = await signInBySso(world, { nameId: ceo });

    assert.equal(answer.status, 403);
    assert.deepEqual(await reasonsIn(world), ['suspended']);
  },
);

onEachEngine('A single sign-on matched by name confirms the address that the provider reports', async (world) => {
  const { id } = await claimer(world);
  const victim = await world.home();
  const invited = await invite(victim, ceo);
  await enableSso(world);
  await world.context.database.transaction((tx) =>
    tx.run((db) =>
      db.insertInto('saml_identities').values({
        provider: 'https://idp.example.com/metadata',
        name_id: ceo,
        name_key: ceo,
        user_id: id,
        grants_admin: 0,
        created_at: new Date().toISOString(),
      }),
    ),
  );

  await enterBySso(world, { nameId: ceo });

  assert.equal((await getUser(world.context, id)).email_proof, 'provider');
  assert.equal(await statusIn(victim, invited), 'active');
});

onEachEngine('Confirmation by a site administrator starts the memberships that wait for the address', async (world) => {
  const { id, browser } = await claimer(world);
  const victim = await world.home();
  const invited = await invite(victim, ceo);
  const admin = await world.person({ isAdmin: true });

  const confirmed = await admin.client.post(`/admin/users/${id}/actions/confirm_email`);
  const later = await invite(await world.home(), ceo);

  assert.equal(confirmed.status, 200);
  assert.deepEqual([await statusIn(victim, invited), statusOf(later)], ['active', 'active']);
  assert.equal((await browser.get(`/organizations/${victim.name}`)).status, 200);
});

onEachEngine("Confirmation by a site administrator invalidates the inviter's link", async (world) => {
  const [evil, victim] = [await world.home(), await world.home()];
  const first = await invite(evil, ceo);
  const second = await invite(victim, ceo);
  const admin = await world.person({ isAdmin: true });

  const confirmed = await admin.client.post(
    `/admin/users/${first.body.data.relationships.user.data.id}/actions/confirm_email`,
  );

  assert.equal(confirmed.status, 200);
  assert.equal((await setPassword(world, shownLink(first))).status, 404);
  assert.equal(await statusIn(victim, second), 'invited');
});

onEachEngine(
  'The membership of an unused account moves to an account that a site administrator creates',
  async (world) => {
    const home = await world.home();
    const team = await newTeam(world, home, ['manage-policies']);
    const invited = await invite(home, ceo, team);
    const admin = await world.person({ isAdmin: true });

    const created = await admin.client.post(
      '/admin/users',
      documentOf('users', { username: 'the.ceo', email: ceo, password }),
    );

    const { id } = created.body.data;
    assert.deepEqual(await membershipIn(home, invited), ['active', id, identifiers('teams', team).data]);
    assert.equal((await home.client.get(membershipsIn(home))).body.data.length, 2);
    const entry = (await auditOf(world, invited.body.data.id)).at(-1);
    const before = { user: invited.body.data.relationships.user.data.id };
    assert.deepEqual([entry?.action, entry?.change.before, entry?.change.after.user], ['membership.start', before, id]);
  },
);

onEachEngine('The membership of an unused account moves to the account that confirms the address', async (world) => {
  const [home, joined] = [await world.home(), await world.home()];
  const person = await newMember(world, joined);
  const answers = [await invite(home, ceo), await invite(joined, ceo)];
  const admin = await world.person({ isAdmin: true });

  await person.client.patch('/account/update', documentOf('users', { email: ceo }));
  const confirmed = await admin.client.post(`/admin/users/${person.user.id}/actions/confirm_email`);

  assert.equal(confirmed.status, 200);
  assert.deepEqual(await membershipIn(home, answers[0] ?? assert.fail()), ['active', person.user.id, []]);
  assert.equal((await joined.client.get(membershipsIn(joined))).body.data.length, 2);
});

onEachEngine(
  'Groups of an account with a claimed address do not change a membership that waits for the address owner',
  async (world) => {
    const { id } = await claimer(world);
    const victim = await homeWith(world, 'developers');
    const team = await newTeam(world, victim, ['manage-policies']);
    const invited = await invite(victim, ceo, team);
    await enableSso(world);
    await linkIdentity(world, id);

    await enterBySso(world, { nameId: identityOf(id).name_id, attributes: { MemberOf: ['developers'] } });

    const ofTeam = identifiers('teams', team).data;
    assert.deepEqual(await membershipIn(victim, invited), ['invited', id, ofTeam]);
    await enterBySso(world, { nameId: ceo, attributes: { Username: ['the.ceo'], MemberOf: [] } });
    const owner = await getUser(world.context, 'the.ceo');
    assert.deepEqual(await membershipIn(victim, invited), ['active', owner.id, ofTeam]);
  },
);

onEachEngine('An invited owner does not count as an owner and does not shorten sessions', async (world) => {
  const { browser } = await claimer(world);
  const victim = await world.home();
  const owners = (await victim.client.get(`/organizations/${victim.name}/teams?filter[names]=owners`)).body.data[0].id;
  await invite(victim, ceo, owners);
  const own = (await victim.client.get(`${membershipsIn(victim)}?filter[email]=${victim.owner.user.email}`)).body
    .data[0].id;
  await victim.client.patch(`/organizations/${victim.name}`, documentOf('organizations', { 'session-timeout': 1 }));

  const left = await victim.client.delete(`/organization-memberships/${own}`);
  world.advance(120_000);

  assert.equal(left.status, 422);
  assert.equal((await browser.get('/account/details')).status, 200);
});

onEachEngine('An invited owner is not the sole owner if all other owners are suspended', async (world) => {
  const { id } = await claimer(world);
  const victim = await world.home();
  const owners = (await victim.client.get(`/organizations/${victim.name}/teams?filter[names]=owners`)).body.data[0].id;
  await invite(victim, ceo, owners);
  const admin = await world.person({ isAdmin: true });
  await admin.client.post(`/admin/users/${victim.owner.user.id}/actions/suspend`);

  const deleted = await admin.client.delete(`/admin/users/${id}`);

  assert.equal(deleted.status, 204);
});

onEachEngine('Only site administrators see who invited an account first', async (world) => {
  const home = await world.home();
  const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
  const admin = await world.person({ isAdmin: true });
  const byPerson = await invite(home, ceo);
  const byToken = await invite({ ...home, client: token }, 'cfo@example.com');
  await invite(await world.home(), ceo);

  const idOf = ({ body }: Answer): string => body.data.relationships.user.data.id;
  const seen = async (client: Client, answer: Answer, path = '/users') =>
    (await client.get(`${path}/${idOf(answer)}`)).body.data.attributes;

  const shown = await seen(admin.client, byPerson, '/admin/users');
  assert.deepEqual(
    [shown['invited-by'], shown['is-email-confirmed']],
    [`${home.owner.user.username} for ${home.name}`, false],
  );
  assert.equal((await seen(admin.client, byToken))['invited-by'], `a token of ${home.name}`);
  const hidden = await seen(home.client, byPerson);
  assert.deepEqual([hidden['invited-by'], hidden['is-email-confirmed']], [null, null]);
  assert.equal(byPerson.body.included[0].attributes['invited-by'], null);
});

onEachEngine('The invitations of one inviter are limited while mail is off', async (world) => {
  const home = await world.home();
  const actor = {
    identity: { kind: 'user', id: home.owner.user.id, username: '', isAdmin: false },
    requestId: '',
    address: '',
  } as const;
  await world.context.database.transaction(async (tx) => {
    for (let count = 1; count < 1_000; count += 1)
      await requireFewInvitations(tx, world.context, { actor, organization: home.organization.id, email: ceo });
  });

  const last = await invite(home, 'last@example.com');
  const refused = await invite(home, 'further@example.com');
  const byAnother = await invite(await world.home(), 'further@example.com');

  assert.deepEqual([last.status, refused.status, byAnother.status], [201, 422, 201]);
  assert.match(refused.body.errors[0].detail, /^You have invited 1,000 people within a day: try again in \d+ h$/);
  assert.equal(refused.body.errors[0].code, 'limit-reached');
});

onEachEngine(
  'If several organizations invite an address at the same time, only one is shown the link',
  async (world) => {
    await using second = await secondInstance(world);
    const homes = await Promise.all(Array.from({ length: 6 }, () => world.home()));

    const answers = await Promise.all(
      homes.map((home, index) =>
        invite(index % 2 === 0 ? home : { ...home, client: clientOf(second.url, home.owner.token) }, ceo),
      ),
    );
    const links = answers.flatMap((answer) => (answer.body.meta === undefined ? [] : [shownLink(answer)]));
    assert.equal(links.length, 1);
    assert.equal((await setPassword(world, links[0] ?? '')).status, 204);
    const statuses = await Promise.all(homes.map((home, index) => statusIn(home, answers[index] ?? assert.fail())));

    assert.deepEqual(
      statuses.map((status, index) =>
        answers[index]?.body.meta === undefined ? status === 'invited' : status === 'active',
      ),
      homes.map(() => true),
    );
  },
);

onEachEngine('A shown link and a simultaneous single sign-on never share an account', async (world) => {
  await enableSso(world);
  let round = 0;
  await inRounds(async () => {
    round += 1;
    const email = `ceo-${round}@example.com`;
    const [evil, victim] = [await world.home(), await world.home()];
    const first = await invite(evil, email);
    const second = await invite(victim, email);

    const [set] = await Promise.all([setPassword(world, shownLink(first)), enterBySso(world, { nameId: email })]);

    const invited = first.body.data.relationships.user.data.id;
    const member = await victim.client.get(`/organization-memberships/${second.body.data.id}`);
    const owner = await getUser(world.context, member.body.data.relationships.user.data.id);
    assert.deepEqual([statusOf(member), owner.email, owner.email_proof], ['active', email, 'provider']);
    assert.equal(set.status, owner.id === invited ? 404 : 204);
  });
});
