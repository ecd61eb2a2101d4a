import { download, many, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { policyFor } from '../policies/access.ts';
import { messageIn, revisionQuery } from '../policies/revision-message.ts';
import { replayDescription, replayIn } from '../replay-record.ts';
import { revisionList } from './queries.ts';
import { revisionResource } from './resource.ts';
import { downloadRevision, findRevision, restoreRevision } from './revisions.ts';

const ofPolicy = '/policies/:policy_id/revisions';
const ofRevision = `${ofPolicy}/:revision_number`;

const list = route('GET', ofPolicy, {
  operationId: 'listPolicyRevisions',
  summary: 'List the revisions of a policy',
  description: 'Lists the newest revisions first. Revisions that data retention has deleted are not listed.',
  authorise: policyFor('read'),
  query: revisionList.query,
  reply: many(revisionResource),
  handle: ({ database }, { subject: { row }, query }) => revisionList.read(database, query, { policy: row.id }),
});

const show = route('GET', ofRevision, {
  operationId: 'readPolicyRevision',
  summary: 'Show a revision of a policy',
  description:
    'Shows the hash and the size of the code, who created the revision and when, and whether the revision is the current revision.',
  authorise: policyFor('read'),
  reply: one(revisionResource),
  handle: ({ database }, { subject: { row }, params }) => findRevision(database, row, params.revision_number),
});

const code = route('GET', `${ofRevision}/download`, {
  operationId: 'downloadPolicyRevision',
  summary: 'Download the code of a revision',
  description: 'Returns the bytes as they were uploaded.',
  authorise: policyFor('read'),
  reply: download,
  handle: (context, { actor, subject: { row }, params }) =>
    downloadRevision(context, actor, row, params.revision_number),
});

const restore = route('POST', `${ofRevision}/actions/restore`, {
  operationId: 'restorePolicyRevision',
  summary: 'Restore the code of a revision',
  description: `Creates a new revision with the code of this revision, and returns the new revision. If the current code is the same, nothing changes, and the current revision is returned. \`message\` describes the new revision in one line of at most 500 characters. ${replayDescription}`,
  authorise: policyFor('update'),
  query: revisionQuery,
  failures: [422],
  reply: one(revisionResource),
  handle: (context, { actor, subject: { row }, params, query, request }) =>
    restoreRevision(onBehalfOfCaller(context, { actor, request }, row.organization_id), actor, row, {
      number: params.revision_number,
      message: messageIn(query),
      replay: replayIn(query),
    }),
});

export const policyRevisionRoutes = [list, show, code, restore];
