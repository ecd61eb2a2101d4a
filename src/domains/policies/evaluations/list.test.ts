import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  evaluationIn,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { timestamp } from '../../../kernel/clock.ts';

onEachEngine('Evaluations are listed by workspace, even after the workspace was deleted', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const [shop, other] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'other')];
  const add = async (workspace: string): Promise<string> => {
    const document = evaluationIn(workspace);
    const { id } = await created({ by: home, path, document });
    world.advance(1_000);
    return id;
  };
  const [first, , second] = [await add(shop), await add(other), await add(shop)];
  await created({ by: home, path });
  const ids = async (query: string) => {
    const { status, body } = await home.client.get(`${path}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ id }: { id: string }) => id);
  };
  const ofShop = `filter[workspace]=${shop}`;
  await home.client.post(`/policy-evaluations/${first}/actions/cancel`, {});

  assert.deepEqual(await ids(ofShop), [second, first]);
  assert.deepEqual(await ids(`${ofShop}&page[size]=1&page[number]=2`), [first]);
  assert.deepEqual(await ids(`${ofShop}&filter[status]=pending`), [second]);
  assert.deepEqual(await ids(`${ofShop}&filter[status]=failed`), []);
  await home.client.delete(`/workspaces/${shop}`);
  assert.deepEqual(await ids(ofShop), [second, first]);
  assert.deepEqual(await ids('filter[workspace]=ws-unknown'), []);
});

onEachEngine('Evaluations are listed by creator, by time and by the level of failed policies', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/evaluations`;
  const member = await newMember(world, home);
  const team = await newTeam(world, home, []);
  const client = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const mandatory = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [mandatory], { global: true });
  const { id: first } = await evaluated({ world, by: home, path }, creating);
  world.advance(60_000);
  const between = timestamp(world.context.clock.now());
  await home.client.patch(`/policies/${mandatory}`, documentOf('policies', { 'enforcement-level': 'advisory' }));
  const { id: second } = await evaluated({ world, by: member, path }, creating);
  world.advance(1_000);
  const { id: third } = await created({ by: { client }, path });
  const ids = async (by: Pick<Home, 'client'>, query: string) => {
    const { status, body } = await by.client.get(`${path}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ id }: { id: string }) => id);
  };
  const { id, username } = home.owner.user;
  const refused = await Promise.all(
    ['filter[level]=soft-mandatory', 'filter[since]=yesterday'].map((query) => home.client.get(`${path}?${query}`)),
  );

  assert.deepEqual(await ids(home, `filter[created-by]=${username}`), [first]);
  assert.deepEqual(await ids(home, `filter[created-by]=${id}`), [first]);
  assert.deepEqual(await ids(home, `filter[created-by]=${team}`), [third]);
  assert.deepEqual(await ids(home, 'filter[created-by]=nobody'), []);
  assert.deepEqual(await ids(home, 'filter[level]=mandatory'), [first]);
  assert.deepEqual(await ids(home, 'filter[level]=advisory'), [second]);
  assert.deepEqual(await ids(home, 'filter[blocked]=true'), [first]);
  assert.deepEqual(await ids(home, `filter[since]=${between}`), [third, second]);
  assert.deepEqual(await ids(home, `filter[until]=${between}`), [first]);
  assert.deepEqual(await ids(home, `filter[since]=${between}&filter[status]=passed`), [second]);
  assert.deepEqual(await ids(home, `filter[created-by]=${username}&filter[level]=advisory`), []);
  // Members see only their own evaluations, even if they filter by another creator.
  assert.deepEqual(await ids(member, ''), [second]);
  assert.deepEqual(await ids(member, `filter[created-by]=${username}`), []);
  assert.deepEqual(await ids(member, `filter[created-by]=${member.user.username}`), [second]);
  assert.deepEqual(await ids(member, 'filter[level]=advisory&filter[status]=passed'), [second]);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 400],
  );
});
