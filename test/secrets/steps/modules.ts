// Upload and download links of module archives, used correctly and incorrectly.
import { documentOf } from '../../support/documents.ts';
import { moduleDocument, smallArchive, versionDocument } from '../../support/modules.ts';
import { nativeArchive } from '../../support/policy-versions.ts';
import type { Journal } from '../journal.ts';
import { api } from './passwords.ts';

const capabilityIn = (link: string): string => new URL(link).pathname.split('/').at(-1) ?? '';

/** Sends requests to malformed links, and to links with additional path segments. */
const misuse = async ({ request }: Journal, capability: string): Promise<void> => {
  for (const path of [`/object/${capability}x`, `/object/${capability}/x`, `/objects/${capability}`]) {
    await request('GET', path, { status: 404 });
    await request('PUT', path, { raw: 'x', status: 404 });
  }
};

/** Publishes a module version and downloads it. */
export const useModules = async (journal: Journal, token: string): Promise<void> => {
  const { request, keep } = journal;
  const name = 'modules';
  await request('POST', `${api}/organizations`, {
    token,
    json: documentOf('organizations', { name, email: 'modules@example.com' }),
    status: 201,
  });
  const modules = `${api}/organizations/${name}/registry-modules`;
  await request('POST', modules, { token, json: moduleDocument(), status: 201 });
  const versions = `${modules}/private/${name}/network/aws/versions`;
  const created = await request('POST', versions, { token, json: versionDocument('1.0.0'), status: 201 });
  const upload = keep('link: takes an archive', capabilityIn(created.body.data.links.upload));
  await misuse(journal, upload);
  await request('PUT', `/object/${upload}`, { raw: 'no archive', status: 422 });
  await request('GET', `/object/${upload}`, { status: 404 });
  await request('PUT', `/object/${upload}`, { raw: smallArchive, status: 200 });
  await request('PUT', `/object/${upload}`, { raw: smallArchive, status: 200 });
  const download = `/api/registry/v1/modules/${name}/network/aws/1.0.0/download`;
  const offered = await request('GET', download, { token, status: 204 });
  const fetched = keep('link: gives an archive', capabilityIn(offered.headers.get('x-terraform-get') ?? ''));
  await misuse(journal, fetched);
  await request('GET', `/object/${fetched}?archive=tar.gz`, { status: 200 });
};

/** Uploads an archive of policies. */
export const usePolicyVersions = async (journal: Journal, token: string): Promise<void> => {
  const { request, keep } = journal;
  const sets = `${api}/organizations/modules/policy-sets`;
  const set = await request('POST', sets, { token, json: documentOf('policy-sets', { name: 'set' }), status: 201 });
  const versions = `${api}/policy-sets/${set.body.data.id}/versions`;
  const created = await request('POST', versions, { token, status: 201 });
  const upload = keep('link: takes policies', capabilityIn(created.body.data.links.upload));
  await request('PUT', `/object/policy-set-versions/${upload}x`, { raw: nativeArchive, status: 404 });
  await request('PUT', `/object/${upload}`, { raw: nativeArchive, status: 404 });
  await request('PUT', `/object/policy-set-versions/${upload}`, { raw: nativeArchive, status: 200 });
};
