import assert from 'node:assert/strict';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const ends = ['ssh-keys', 'oauth-clients', 'agent-pools', 'varsets', 'tags', 'tasks', 'stacks'];

onEachEngine('Lists of resources that this service does not have are empty', async (world) => {
  const home = await world.home();
  const stranger = await world.person();
  const workspace = await newWorkspace(home, 'edge');
  const paths = [
    ...ends.map((end) => `/organizations/${home.name}/${end}`),
    `/workspaces/${workspace}/relationships/remote-state-consumers`,
    '//api/registry/private/v2/gpg-keys',
  ];

  const answers = await Promise.all(paths.map((path) => home.client.get(path)));
  const hidden = await stranger.client.get(`/organizations/${home.name}/ssh-keys`);
  const anonymous = await world.anonymous.get('//api/registry/private/v2/gpg-keys');

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data, body.meta.pagination['total-count']]),
    paths.map(() => [200, [], 0]),
  );
  assert.deepEqual([hidden.status, anonymous.status], [404, 401]);
});
