import { unknownValuesLabel } from './unknown-values.ts';

/** Labels of the settings of an organization, by attribute name. */
export const organizationSettingLabels = {
  name: 'Name',
  email: 'Notification e-mail',
  'collaborator-auth-policy': 'Members need two-factor authentication',
  'user-tokens-enabled': 'Members can use their own API tokens',
  'saml-enabled': 'Single sign-on manages team membership',
  'session-timeout': 'End idle sessions after',
  'session-remember': 'End every session after',
  'policy-upload-check': 'Accept policy code',
  'policy-input-retention-days': 'Days to keep recorded plans',
  'evaluation-change-values-enabled': 'Show values that a plan changes',
  'evaluation-rule-lines-enabled': 'Show the matching lines of rules',
  'evaluation-author-access-enabled': 'Let authors of runs read evaluations',
  'evaluated-policies-required': 'Require a policy for every plan',
  'complete-plans-required': 'Require complete plans',
  'unknown-values': unknownValuesLabel,
  'evaluation-workspace-required': 'Require a workspace for every evaluation',
  'policy-exemption-max-days': 'Longest exemption',
  'policy-override-max-days': 'Longest override',
  'exemptions-need-request': 'Create exemptions only by granting a request',
  'module-deprecation-notices-enabled': 'Show a warning in plans that use deprecated modules',
} as const;
