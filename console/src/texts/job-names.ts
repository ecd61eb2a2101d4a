// Descriptions of background jobs. A test checks that every job of the service has a description.

export const jobNames: Readonly<Record<string, string>> = {
  'archived-audit-records': 'Delete audit records that were archived',
  'audit-sealing': 'Add audit records to the hash chain',
  'audit-stream': 'Send audit records to the receiver of the audit stream',
  'audit-verification': 'Verify the hash chain of audit records',
  'data-retention': 'Delete superseded data',
  housekeeping: 'Delete expired records',
  'mail-delivery': 'Send mails',
  'module-archives': 'Delete leftover module archives',
  'oidc-keys': 'Rotate signing keys',
  'password-requests': 'Process password reset requests',
  'password-session-end': 'End password sessions where single sign-on is required',
  'policy-archive-check': 'Check versions of policy sets',
  'policy-code-check': 'Check the code of policies',
  'policy-counts': 'Count evaluations by day and workspace',
  'policy-evaluation': 'Evaluate plans',
  'policy-recount': 'Recount the evaluations of each day',
  'policy-replay': 'Replay policies with recorded plans',
  'policy-run-task-calls': 'Answer run tasks',
  removal: 'Delete data that belonged to deleted records',
};
