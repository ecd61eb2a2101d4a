// Routes of policies and policy sets. Reading also requires the right to manage policies.
import { documentOf, identifiers } from '../../support/documents.ts';
import { managers, members, policyManagers } from '../callers.ts';
import { everybody, type Rows, row, type Sent, sending } from '../row.ts';

const policy: Sent['body'] = ({ usual }) => ({ json: identifiers('policies', usual.policy_id ?? '') });
const target = (type: 'workspaces' | 'projects'): Sent => ({
  body: ({ usual }) => ({ json: identifiers(type, usual[`${type.slice(0, -1)}_id`] ?? '') }),
});
const approver: Sent = { body: ({ usual }) => ({ json: identifiers('teams', usual.team_id ?? '') }) };
const exemption: Sent = {
  body: ({ usual }) => ({ json: identifiers('policy-exemptions', usual.policy_exemption_id ?? '') }),
};
const selector: Sent = { body: () => ({ json: { data: [{ 'tag-key': 'env', 'tag-value': 'prod' }] } }) };

/** Selects the evaluation that waits for its plan. */
const pending: Sent = { at: ({ usual }) => ({ policy_evaluation_id: usual.pending_evaluation_id ?? '' }) };

/** Allows a team to override results in a project that has no such permission yet. */
const delegation: Sent = {
  body: ({ usual: { team_id, project_id } }) => ({
    json: documentOf(
      'policy-override-delegations',
      {},
      {
        team: { data: { id: team_id, type: 'teams' } },
        project: { data: { id: project_id, type: 'projects' } },
      },
    ),
  }),
};

/** Selects the policy that has tests. */
const tested: Sent = { at: ({ usual }) => ({ policy_id: usual.tested_policy_id ?? '' }) };

/** Returns the table rows for a policy set's relationship to workspaces or projects. */
const targetRows = (name: string, type: 'workspaces' | 'projects'): Rows => ({
  [`GET /policy-sets/:policy_set_id/${name}`]: row({ 200: policyManagers }),
  [`POST /policy-sets/:policy_set_id/relationships/${name}`]: row({ 204: policyManagers }, target(type)),
  [`DELETE /policy-sets/:policy_set_id/relationships/${name}`]: row({ 204: policyManagers }, target(type)),
});

export const policyRows: Rows = {
  'GET /organizations/:organization_name/policies': row({ 200: policyManagers }),
  'POST /organizations/:organization_name/policies': row(
    { 200: policyManagers },
    sending('policies', { name: 'new', 'enforcement-level': 'advisory' }),
  ),
  'GET /policies/:policy_id': row({ 200: policyManagers }),
  'GET /policies/:policy_id/policy-sets': row({ 200: policyManagers }),
  'PATCH /policies/:policy_id': row({ 200: policyManagers }, sending('policies', { description: 'new' })),
  'DELETE /policies/:policy_id': row({ 204: policyManagers }),
  'PUT /policies/:policy_id/upload': row({ 200: policyManagers }, { body: () => ({ raw: 'main = rule { false }\n' }) }),
  'GET /policies/:policy_id/download': row({ 200: policyManagers }),

  'GET /policies/:policy_id/failures': row({ 200: policyManagers }),
  'GET /policies/:policy_id/pass-rates': row({ 200: policyManagers }),
  'GET /policies/:policy_id/introduction-forecast': row({ 200: policyManagers }),
  'GET /policies/:policy_id/old-findings': row({ 200: policyManagers }),

  'GET /policies/:policy_id/history': row({ 200: policyManagers }),
  'GET /policies/:policy_id/revisions': row({ 200: policyManagers }),
  'GET /policies/:policy_id/revisions/:revision_number': row({ 200: policyManagers }),
  'GET /policies/:policy_id/revisions/:revision_number/download': row({ 200: policyManagers }),
  'POST /policies/:policy_id/revisions/:revision_number/actions/restore': row({ 200: policyManagers }),

  'PUT /policies/:policy_id/tests': row(
    { 200: policyManagers },
    {
      at: ({ usual }) => ({ policy_id: usual.empty_policy_id ?? '' }),
      body: () => ({ raw: 'package p_test\n\ntest_new if data.p.new\n' }),
    },
  ),
  'GET /policies/:policy_id/tests': row({ 200: policyManagers }, tested),
  'DELETE /policies/:policy_id/tests': row({ 204: policyManagers }, tested),
  'POST /policies/:policy_id/actions/test': row({ 200: policyManagers }, tested),
  'POST /policies/:policy_id/actions/try': row(
    { 200: policyManagers },
    {
      ...tested,
      ...sending('policy-trials', {
        code: 'package p\n\ndeny := []\n',
        query: 'data.p.deny',
        plan: '{"format_version":"1.2","resource_changes":[]}',
      }),
    },
  ),

  'POST /organizations/:organization_name/policy-code-checks': row(
    { 200: policyManagers },
    sending('policy-code-checks', {
      kind: 'opa',
      query: 'data.buckets.deny',
      code: 'package buckets\n\ndeny contains sprintff("%s", ["public"])\n',
    }),
  ),

  'GET /organizations/:organization_name/policy-sets': row({ 200: policyManagers }),
  // In the hosted edition the initial plan allows only one policy set, which exists already.
  'POST /organizations/:organization_name/policy-sets': row(
    { 201: policyManagers },
    sending('policy-sets', { name: 'new' }),
    { 422: policyManagers },
  ),
  'GET /policy-sets/:policy_set_id': row({ 200: policyManagers }),
  'GET /policy-sets/:policy_set_id/policies': row({ 200: policyManagers }),
  'GET /policy-sets/:policy_set_id/pass-rates': row({ 200: policyManagers }),
  'GET /policy-sets/:policy_set_id/applicable-workspaces': row({ 200: policyManagers }),
  'PATCH /policy-sets/:policy_set_id': row({ 200: policyManagers }, sending('policy-sets', { description: 'new' })),
  'DELETE /policy-sets/:policy_set_id': row({ 204: policyManagers }),
  'POST /policy-sets/:policy_set_id/relationships/policies': row({ 204: policyManagers }, { body: policy }),
  'DELETE /policy-sets/:policy_set_id/relationships/policies': row({ 204: policyManagers }, { body: policy }),
  ...targetRows('workspaces', 'workspaces'),
  ...targetRows('workspace-exclusions', 'workspaces'),
  ...targetRows('projects', 'projects'),
  ...targetRows('project-exclusions', 'projects'),
  'GET /policy-sets/:policy_set_id/approvers': row({ 200: policyManagers }),
  'POST /policy-sets/:policy_set_id/relationships/approvers': row({ 204: managers }, approver),
  'DELETE /policy-sets/:policy_set_id/relationships/approvers': row({ 204: managers }, approver),
  'POST /policy-sets/:policy_set_id/tag-selectors': row({ 204: policyManagers }, selector),
  'DELETE /policy-sets/:policy_set_id/tag-selectors': row({ 204: policyManagers }, selector),

  'GET /policy-sets/:policy_set_id/parameters': row({ 200: policyManagers }),
  'POST /policy-sets/:policy_set_id/parameters': row({ 201: policyManagers }, sending('vars', { key: 'new' })),
  'GET /policy-sets/:policy_set_id/parameters/:parameter_id': row({ 200: policyManagers }),
  'PATCH /policy-sets/:policy_set_id/parameters/:parameter_id': row(
    { 200: policyManagers },
    sending('vars', { value: 'x' }),
  ),
  'DELETE /policy-sets/:policy_set_id/parameters/:parameter_id': row({ 204: policyManagers }),
  'GET /policy-sets/:policy_set_id/parameters/:parameter_id/overrides': row({ 200: policyManagers }),
  'POST /policy-sets/:policy_set_id/parameters/:parameter_id/overrides': row(
    { 201: policyManagers },
    sending('parameter-overrides', { 'tag-key': 'env', value: 'x' }),
  ),
  'GET /policy-sets/:policy_set_id/parameters/:parameter_id/overrides/:override_id': row({ 200: policyManagers }),
  'PATCH /policy-sets/:policy_set_id/parameters/:parameter_id/overrides/:override_id': row(
    { 200: policyManagers },
    sending('parameter-overrides', { value: 'x' }),
  ),
  'DELETE /policy-sets/:policy_set_id/parameters/:parameter_id/overrides/:override_id': row({ 204: policyManagers }),

  'GET /policy-sets/:policy_set_id/versions': row({ 200: policyManagers }),
  // In the hosted edition the initial plan does not include versioned policy sets.
  'POST /policy-sets/:policy_set_id/versions': row({ 201: policyManagers }, {}, { 422: policyManagers }),
  'GET /policy-set-versions/:policy_set_version_id': row({ 200: policyManagers }),
  'GET /policy-set-versions/:policy_set_version_id/policies': row({ 200: policyManagers }),
  // Refused, because the version of the scene is not staged.
  'POST /policy-set-versions/:policy_set_version_id/actions/activate': row({ 422: policyManagers }),
  'DELETE /policy-set-versions/:policy_set_version_id': row({ 422: policyManagers }),
  'GET /policy-set-versions/:policy_set_version_id/download': row({ 200: policyManagers }),
  // Refused with 422, because the body is not an archive. Anyone who has the upload link may use it.
  'PUT //object/policy-set-versions/:version_capability': everybody(422, {
    body: () => ({ raw: 'no archive' }),
  }),

  'POST /organizations/:organization_name/evaluations': row(
    { 201: members },
    sending('policy-evaluations', { run: { message: 'Add a bucket' } }),
  ),
  'POST /policy-sets/:policy_set_id/evaluations': row({ 201: members }, sending('policy-evaluations', {})),
  'GET /organizations/:organization_name/evaluations': row({ 200: members }),
  'GET /organizations/:organization_name/posture': row({ 200: members }),
  'GET /organizations/:organization_name/pass-rates': row({ 200: members }),
  'GET /organizations/:organization_name/workspace-results': row({ 200: policyManagers }),
  'GET /policy-evaluations/:policy_evaluation_id': row({ 200: policyManagers }),
  'PUT /policy-evaluations/:policy_evaluation_id/upload': row(
    { 202: policyManagers },
    { ...pending, body: () => ({ raw: '{"format_version":"1.2","resource_changes":[]}' }) },
  ),
  'GET /policy-evaluations/:policy_evaluation_id/policy-set-outcomes': row({ 200: policyManagers }),
  'GET /policy-evaluations/:policy_evaluation_id/findings': row({ 200: policyManagers }),
  'GET /policy-evaluations/:policy_evaluation_id/changes': row({ 200: policyManagers }),
  'GET /policy-evaluations/:policy_evaluation_id/comparison': row({ 200: policyManagers }),
  'GET /policy-set-outcomes/:policy_set_outcome_id': row({ 200: policyManagers }),
  'GET /policy-set-outcomes/:policy_set_outcome_id/rules': row({ 200: policyManagers }),
  'POST /policy-evaluations/:policy_evaluation_id/actions/cancel': row({ 200: policyManagers }, pending),
  'POST /policy-evaluations/:policy_evaluation_id/actions/override': row(
    { 200: managers },
    sending('policy-evaluations', { comment: 'Agreed with the security team' }),
  ),

  'GET /organizations/:organization_name/policy-inputs': row({ 200: policyManagers }),
  'GET /organizations/:organization_name/policy-inputs/:policy_input_id': row({ 200: policyManagers }),
  'DELETE /organizations/:organization_name/policy-inputs/:policy_input_id': row({ 204: policyManagers }),
  'DELETE /organizations/:organization_name/policy-inputs': row({ 204: policyManagers }),
  // Refused, because the evaluation is not in the state "unreachable".
  'POST /policy-evaluations/:policy_evaluation_id/external-outcomes': row(
    { 422: policyManagers },
    sending('external-outcomes', {
      'input-digest': '0'.repeat(64),
      outcomes: [{ 'policy-id': 'pol-1', status: 'passed' }],
    }),
  ),

  'GET /organizations/:organization_name/policy-override-delegations': row({ 200: managers }),
  'POST /organizations/:organization_name/policy-override-delegations': row({ 201: managers }, delegation),
  'GET /policy-override-delegations/:policy_override_delegation_id': row({ 200: managers }),
  'DELETE /policy-override-delegations/:policy_override_delegation_id': row({ 204: managers }),

  'GET /organizations/:organization_name/policy-exemptions': row({ 200: policyManagers }),
  'POST /organizations/:organization_name/policy-exemptions/actions/end': row({ 204: managers }, exemption),
  'GET /policies/:policy_id/exemptions': row({ 200: policyManagers }),
  'POST /policies/:policy_id/exemptions': row(
    { 201: managers },
    sending('policy-exemptions', {
      'resource-address': 'aws_s3_bucket.logs',
      reason: 'Until the migration',
      owner: 'network',
      'expires-at': null,
    }),
  ),
  'GET /policy-sets/:policy_set_id/exemptions': row({ 200: policyManagers }),
  // Refused, because the policy set is not versioned.
  'POST /policy-sets/:policy_set_id/exemptions': row(
    { 422: managers },
    sending('policy-exemptions', {
      'policy-name': 'buckets',
      'resource-address': 'aws_s3_bucket.logs',
      reason: 'Until the migration',
      owner: 'network',
      'expires-at': null,
    }),
  ),
  'GET /policy-exemptions/:policy_exemption_id': row({ 200: policyManagers }),
  'PATCH /policy-exemptions/:policy_exemption_id': row(
    { 200: managers },
    sending('policy-exemptions', { owner: 'it' }),
  ),
  'DELETE /policy-exemptions/:policy_exemption_id': row({ 204: managers }),

  'GET /organizations/:organization_name/policy-exemption-requests': row({ 200: members }),
  'GET /policy-evaluations/:policy_evaluation_id/exemption-requests': row({ 200: policyManagers }),
  'POST /policy-evaluations/:policy_evaluation_id/exemption-requests': row(
    { 201: policyManagers },
    {
      body: ({ usual }) => ({
        json: documentOf('policy-exemption-requests', {
          'policy-id': usual.policy_id,
          'resource-address': 'aws_s3_bucket.logs',
          reason: 'Until the migration',
        }),
      }),
    },
  ),
  'GET /policy-exemption-requests/:policy_exemption_request_id': row({ 200: policyManagers }),
  'POST /policy-exemption-requests/:policy_exemption_request_id/actions/grant': row({ 200: managers }),
  'POST /policy-exemption-requests/:policy_exemption_request_id/actions/refuse': row(
    { 200: managers },
    sending('policy-exemption-requests', { comment: 'Set the bucket to private' }),
  ),
  'DELETE /policy-exemption-requests/:policy_exemption_request_id': row({ 204: ['policyManager'] }),

  'GET /organizations/:organization_name/policy-approvals': row({ 200: policyManagers }),
  'GET /policy-approvals/:policy_approval_id': row({ 200: policyManagers }),
  'DELETE /policy-approvals/:policy_approval_id': row({ 204: managers }),
  'GET /organizations/:organization_name/policy-run-tasks': row({ 200: policyManagers }),
  'POST /organizations/:organization_name/policy-run-tasks': row(
    { 201: policyManagers },
    sending('policy-run-tasks', {
      name: 'new',
      'hmac-key': 'a key that the platform has too',
      'allowed-hosts': ['app.example.com', 'archive.example.com'],
    }),
  ),
  'GET /policy-run-tasks/:policy_run_task_id': row({ 200: policyManagers }),
  'PATCH /policy-run-tasks/:policy_run_task_id': row(
    { 200: policyManagers },
    sending('policy-run-tasks', { enabled: false }),
  ),
  'DELETE /policy-run-tasks/:policy_run_task_id': row({ 204: policyManagers }),
  'GET /policy-run-tasks/:policy_run_task_id/calls': row({ 200: policyManagers }),
  // The request's signature is the only credential.
  'POST /policy-run-tasks/:policy_run_task_id/calls': everybody(401, {
    body: () => ({ raw: '{"payload_version":1}' }),
  }),

  // The scene's policy is native, and native policies cannot be replayed.
  'POST /policies/:policy_id/replays': row({ 422: policyManagers }, sending('policy-replays', {})),
  'GET /policies/:policy_id/replays': row({ 200: policyManagers }),
  'POST /policy-sets/:policy_set_id/replays': row({ 422: policyManagers }, sending('policy-replays', {})),
  'GET /policy-sets/:policy_set_id/replays': row({ 200: policyManagers }),
  'GET /policy-replays/:policy_replay_id': row({ 200: policyManagers }),
  'GET /policy-replays/:policy_replay_id/differences': row({ 200: policyManagers }),
  'POST /policy-replays/:policy_replay_id/actions/cancel': row({ 200: policyManagers }),
};
