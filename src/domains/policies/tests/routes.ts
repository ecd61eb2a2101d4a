import { download, nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { codeCheckResource } from '../code-checks/resource.ts';
import { onBehalfOfCaller } from '../on-behalf.ts';
import { policyFor } from '../policies/access.ts';
import { policyResource } from '../policies/resource.ts';
import { ofPolicy } from '../policies/routes.ts';
import { deleteTests, downloadTests, runTests, uploadTests } from './tests.ts';

const upload = route('PUT', `${ofPolicy}/tests`, {
  operationId: 'uploadPolicyTests',
  summary: 'Upload the tests of a policy',
  description:
    'The body is one file in Rego with tests, at most 1 MiB. It replaces the former tests. They run at once, and with every upload of code: `test-result` has their result.',
  authorise: policyFor('update'),
  isUpload: true,
  failures: [422],
  reply: one(policyResource),
  handle: (context, { actor, subject: { row }, request }) =>
    uploadTests(onBehalfOfCaller(context, { actor, request }, row.organization_id), actor, row, request),
});

const read = route('GET', `${ofPolicy}/tests`, {
  operationId: 'downloadPolicyTests',
  summary: 'Download the tests of a policy',
  description: 'Answers the bytes that were uploaded. Answers 404 while there are no tests.',
  authorise: policyFor('read'),
  reply: download,
  handle: (context, { actor, subject: { row } }) => downloadTests(context, actor, row),
});

const remove = route('DELETE', `${ofPolicy}/tests`, {
  operationId: 'deletePolicyTests',
  summary: 'Delete the tests of a policy',
  description: 'The policy and its code stay. Answers 404 while there are no tests.',
  authorise: policyFor('update'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteTests(context, actor, row),
});

const run = route('POST', `${ofPolicy}/actions/test`, {
  operationId: 'testPolicy',
  summary: 'Run the tests of a policy',
  description:
    'Runs the tests with the code in force. The status is 200 for tests that fail, too: `tests` has the outcome of each, `coverage` the lines of the code that none reaches. Nothing is stored.',
  authorise: policyFor('test'),
  failures: [422],
  reply: one(codeCheckResource),
  handle: (context, { subject: { row }, ...call }) =>
    runTests(onBehalfOfCaller(context, call, row.organization_id), row),
});

export const policyTestRoutes = [upload, read, remove, run];
