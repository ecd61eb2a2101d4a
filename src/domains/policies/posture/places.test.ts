// Tests the posture of members whose teams have access to single workspaces and projects.
import assert from 'node:assert/strict';
import { creating, evaluatedIn, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine(
  'The posture of a member includes only the workspaces and evaluations that a team can see',
  async (world) => {
    const home = await world.home();
    const policy = await newOpaPolicy(home, 'buckets');
    await opaSet(home, 'everywhere', [policy], { global: true });
    const project = await newProject(home, 'web');
    const [shop, site, mail] = [
      await newWorkspace(home, 'shop'),
      await newWorkspace(home, 'site', { project }),
      await newWorkspace(home, 'mail'),
    ];
    await evaluatedIn(world, home, shop, creating);
    await evaluatedIn(world, home, site, harmless);
    await evaluatedIn(world, home, mail, creating);
    const team = await newTeam(world, home, []);
    const { client } = await newMember(world, home, team);
    // A member without permissions can create an evaluation for any workspace. It does not count for the workspace.
    await evaluatedIn(world, { client, name: home.name }, mail, creating);
    const bodyOf = async (path: string) => {
      const { status, body } = await client.get(`/organizations/${home.name}/${path}`);
      return status === 200 ? body : status;
    };
    const attributesOf = (body: { data: readonly { attributes: Readonly<Record<string, unknown>> }[] }) =>
      body.data.map(({ attributes }) => attributes);
    const before = [
      (await bodyOf('posture')).data.attributes.workspaces,
      await bodyOf('pass-rates?group=workspace'),
      await bodyOf('workspace-results'),
    ];
    await grantAccess(world, home, { team, workspace: shop });
    await grantAccess(world, home, { team, project });

    const posture = (await bodyOf('posture')).data.attributes;
    const days = attributesOf(await bodyOf('pass-rates?page[size]=100'));
    const policies = attributesOf(await bodyOf('pass-rates?group=policy'));
    const workspaces = await bodyOf('pass-rates?group=workspace');
    const results = await bodyOf('workspace-results');
    const blocked = await bodyOf('workspace-results?filter[status]=failed');

    assert.deepEqual(before, [null, 404, 404]);
    const { total, passed, blocked: failing, covered, 'evaluations-not-counted': notCounted } = posture.workspaces;
    assert.deepEqual(
      { total, passed, failing, covered, notCounted },
      {
        total: 2,
        passed: 1,
        failing: 1,
        covered: 2,
        notCounted: 0,
      },
    );
    assert.equal(posture['blocked-evaluations'], 2);
    assert.deepEqual([days.at(-1)?.passed, days.at(-1)?.failed], [1, 2]);
    assert.deepEqual(
      policies.map((each) => [each.passed, each.failed]),
      [[1, 2]],
    );
    assert.deepEqual(
      attributesOf(workspaces).map((each) => [each.name, each.passed, each.failed]),
      [
        ['shop', 0, 1],
        ['site', 1, 0],
      ],
    );
    assert.deepEqual(
      attributesOf(results).map(({ name }) => name),
      ['shop', 'site'],
    );
    assert.deepEqual(
      attributesOf(blocked).map(({ name }) => name),
      ['shop'],
    );
    assert.equal(results.meta.pagination['total-count'], 2);
    assert.equal(workspaces.meta.pagination['total-count'], 2);
  },
);
