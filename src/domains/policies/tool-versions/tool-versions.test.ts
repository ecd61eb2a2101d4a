import assert from 'node:assert/strict';
import { onEachEngine } from '../../../../test/support/world.ts';
import { policyEngine } from '../services.ts';

const versionsIn = ({ body }: { readonly body: { data: { attributes: { version: string } }[] } }) =>
  body.data.map(({ attributes }) => attributes.version);

onEachEngine(
  'Administrators can list the tool versions: the built-in OPA, and none for native policies',
  async (world) => {
    const { client } = await world.person({ isAdmin: true });
    const { opa } = await policyEngine(world.context).version();

    const listed = await client.get('/admin/opa-versions');
    const same = await client.get(`/admin/opa-versions?filter[version]=${opa}`);
    const other = await client.get('/admin/opa-versions?filter[version]=0.0.1');
    const like = await client.get(`/admin/opa-versions?search[version]=${opa.slice(0, 3)}`);
    const unlike = await client.get('/admin/opa-versions?search[version]=x');
    const native = await client.get('/admin/native-versions');

    assert.equal(listed.status, 200);
    assert.deepEqual(listed.body.data[0].attributes, {
      version: opa,
      enabled: true,
      official: true,
      beta: false,
      deprecated: false,
    });
    assert.deepEqual([same, like, other, unlike, native].map(versionsIn), [[opa], [opa], [], [], []]);
  },
);
