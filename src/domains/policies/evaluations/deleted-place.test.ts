// Tests that an evaluation never passes if its workspace, project or policy set is deleted before its plan is
// evaluated.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { created, creating, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { newProject, newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from './job.ts';

/** Creates a policy set that applies only to the given workspace or project, with a policy that the plan violates. */
const setFor = async (home: Home, type: 'workspaces' | 'projects', id: string) => {
  const set = await opaSet(home, `for-${type}`, [await newOpaPolicy(home, `for-${type}`)]);
  await home.client.post(`/policy-sets/${set}/relationships/${type}`, { data: [{ id, type }] });
  return set;
};

const relationTo = (type: 'workspaces' | 'projects', id: string) =>
  documentOf('policy-evaluations', {}, { [type.slice(0, -1)]: { data: { id, type } } });

onEachEngine('An evaluation is errored if its workspace, project or set is deleted before it starts', async (world) => {
  const home = await world.home();
  const project = await newProject(home, 'net');
  const workspace = await newWorkspace(home, 'edge', { project });
  const ofOrganization = `/organizations/${home.name}/evaluations`;
  const set = await setFor(home, 'workspaces', workspace);
  await setFor(home, 'projects', project);
  const evaluations = [
    await created({ by: home, path: ofOrganization, document: relationTo('workspaces', workspace) }),
    await created({ by: home, path: ofOrganization, document: relationTo('projects', project) }),
    await created({ by: home, path: `/policy-sets/${set}/evaluations` }),
  ];
  for (const { links } of evaluations) await home.client.put(pathOf(links.upload), creating);

  const deleted = [
    await home.client.delete(`/workspaces/${workspace}`),
    await home.client.delete(`/projects/${project}`),
    await home.client.delete(`/policy-sets/${set}`),
  ];
  await runOnce(world.context, evaluationJob(world.context));

  assert.deepEqual(
    deleted.map(({ status }) => status),
    [204, 204, 204],
  );
  const shown = await Promise.all(evaluations.map(({ id }) => home.client.get(`/policy-evaluations/${id}`)));
  assert.deepEqual(
    shown.map(({ body }) => [body.data.attributes.status, body.data.attributes.error]),
    [
      ['errored', 'The workspace was deleted before the evaluation.'],
      ['errored', 'The project was deleted before the evaluation.'],
      ['errored', 'The policy set was deleted before the evaluation.'],
    ],
  );
});
