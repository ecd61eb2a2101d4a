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
    'The body is one Rego file with tests, at most 1 MiB. It replaces the current tests. The tests run immediately and with every upload of code; `test-result` shows the result.',
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
  description: 'Returns the bytes as they were uploaded. Responds with 404 if there are no tests.',
  authorise: policyFor('read'),
  reply: download,
  handle: (context, { actor, subject: { row } }) => downloadTests(context, actor, row),
});

const remove = route('DELETE', `${ofPolicy}/tests`, {
  operationId: 'deletePolicyTests',
  summary: 'Delete the tests of a policy',
  description: 'The policy and its code are kept. Responds with 404 if there are no tests.',
  authorise: policyFor('update'),
  reply: nothing,
  handle: (context, { actor, subject: { row } }) => deleteTests(context, actor, row),
});

const run = route('POST', `${ofPolicy}/actions/test`, {
  operationId: 'testPolicy',
  summary: 'Run the tests of a policy',
  description:
    'Runs the tests with the current code. The response is 200 even if tests fail: `tests` has the outcome of each test, and `coverage` lists the lines of code that no test covers. Nothing is stored.',
  authorise: policyFor('test'),
  failures: [422],
  reply: one(codeCheckResource),
  handle: (context, { subject: { row }, ...call }) =>
    runTests(onBehalfOfCaller(context, call, row.organization_id), row),
});

export const policyTestRoutes = [upload, read, remove, run];
