import { done, download, many, nothing, one, unstored } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { byId, guard } from '../../organizations/index.ts';
import { inPlan, policyRights } from '../access.ts';
import { onBehalfOfOrganization } from '../on-behalf.ts';
import { policySetFor } from '../policy-sets/access.ts';
import { replayDescription, replayIn, replayQuery } from '../replay-record.ts';
import { activateVersion, deleteStagedVersion } from './activation.ts';
import { versionPayload } from './input.ts';
import { archivedPolicyResource, versionResource } from './resource.ts';
import { archivedPolicyList, versionById, versionList } from './store.ts';
import { uploadToLink } from './upload.ts';
import { linkedVersionOf, linkPath } from './upload-link.ts';
import { createVersion, downloadArchive, findVersionsByIds, listVersions, shownVersion } from './versions.ts';

const ofPolicySet = '/policy-sets/:policy_set_id/versions';
const ofVersion = '/policy-set-versions/:policy_set_version_id';

const versionFor = guard(policyRights['policy-set-versions'], byId(versionById, 'policy_set_version_id'), inPlan);

const list = route('GET', ofPolicySet, {
  operationId: 'listPolicySetVersions',
  summary: 'List the versions of a policy set',
  description: 'Lists the newest versions first, including versions whose archives were rejected.',
  authorise: policySetFor('read'),
  query: versionList.query,
  reply: many(versionResource),
  handle: (context, { actor, subject: { row }, query }) => listVersions(context, actor, row, query),
});

const create = route('POST', ofPolicySet, {
  operationId: 'createPolicySetVersion',
  summary: 'Create a version of a policy set',
  description: `Upload the archive of the version to the link \`upload\`. The policy set does not change until the archive is accepted. If \`staged\` is true, it does not change until the version is activated. ${replayDescription}`,
  authorise: policySetFor('add-version'),
  payload: versionPayload,
  creates: true,
  reply: unstored(one(versionResource, 201)),
  failures: [422],
  query: replayQuery,
  handle: (context, { actor, subject: { row }, input, query }) =>
    createVersion(context, actor, row, { isStaged: input.attributes.staged === true, replay: replayIn(query) }),
});

const show = route('GET', ofVersion, {
  operationId: 'readPolicySetVersion',
  summary: 'Show a version of a policy set',
  description: 'Shows whether its archive was accepted, or the reason why it was rejected.',
  authorise: versionFor('read'),
  reply: one(versionResource),
  handle: (context, { actor, subject: { row } }) => shownVersion(context, actor, row),
});

const policies = route('GET', `${ofVersion}/policies`, {
  operationId: 'listPoliciesOfPolicySetVersion',
  summary: 'List the policies of a version of a policy set',
  description: 'Policies are sorted by name. The list is empty until the archive is accepted.',
  authorise: versionFor('read'),
  query: archivedPolicyList.query,
  reply: many(archivedPolicyResource),
  handle: ({ database }, { subject: { row }, query }) =>
    archivedPolicyList.read(database, query, { archive: row.archive_id ?? '' }),
});

const archive = route('GET', `${ofVersion}/download`, {
  operationId: 'downloadPolicySetVersion',
  summary: 'Download the archive of a version of a policy set',
  description: 'Returns the bytes as they were uploaded. Responds with 404 if there is no archive.',
  authorise: versionFor('read'),
  reply: download,
  handle: (context, { actor, subject: { row } }) => downloadArchive(context, actor, row),
});

const upload = route('PUT', `${linkPath}/:version_capability`, {
  isRoot: true,
  rateLimit: 'refusals',
  caller: 'anyone',
  operationId: 'uploadPolicySetVersion',
  summary: 'Upload the archive of a version of a policy set',
  description:
    'The body is a tar.gz archive of at most 10 MiB. It contains policies, the file that lists them (`sentinel.hcl`, `policies.hcl`, `policies.yaml` or `tipstaff.yaml`), and optionally the data documents of a bundle (`data.json`, `data.yaml`, `data.yml`). The uploaded policies replace all policies of the set. If the archive is rejected, the set does not change. The link is the only credential.',
  authorise: (context, _actor, { version_capability }) => linkedVersionOf(context, version_capability),
  isUpload: true,
  reply: done,
  failures: [401, 422],
  handle: async (context, { actor, subject, request }) => {
    const { signal } = request;
    const own = await onBehalfOfOrganization(context, subject.organization_id, { signal });
    return uploadToLink(own, actor, subject, request);
  },
});

const activate = route('POST', `${ofVersion}/actions/activate`, {
  operationId: 'activatePolicySetVersion',
  summary: 'Activate a staged version of a policy set',
  description: `Puts a staged version in force: its policies replace all policies of the set. Nothing changes if the version is already in force. ${replayDescription}`,
  authorise: versionFor('activate'),
  query: replayQuery,
  reply: one(versionResource),
  failures: [422],
  handle: (context, { actor, subject: { row }, query }) => activateVersion(context, actor, row, replayIn(query)),
});

const remove = route('DELETE', ofVersion, {
  operationId: 'deletePolicySetVersion',
  summary: 'Delete a staged version of a policy set',
  description: 'Deletes a staged version and its archive. A version that is or was in force cannot be deleted.',
  authorise: versionFor('delete'),
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject: { row } }) => deleteStagedVersion(context, actor, row),
});

export const policySetVersionRoutes = [list, create, show, policies, archive, activate, remove, upload];

export const includableVersions = includable(versionResource, findVersionsByIds);
