import { catalogue } from './catalogue.ts';
import { counted } from './common.ts';
import { words } from './words.ts';

/** Texts of the overview and the settings of one organization. */
export const t = catalogue({
  ...words,
  facts: 'About the organization',
  email: 'Notification e-mail',
  signIn: 'Sign-in',
  twoFactorRequired: 'Members need two-factor authentication',
  twoFactorFree: 'Two-factor authentication is up to each member',
  ownersOnly: 'Only owners of the organization can change its settings.',
  general: 'General',
  nameHint: 'Letters, numbers, - and _. The name is part of addresses. Addresses with the old name stop working.',
  emailHint: 'Address for mails about the organization.',
  access: 'Sign-in of members',
  twoFactor: 'Members need two-factor authentication',
  twoFactorHint:
    'Members without two-factor authentication have no access to the organization until they set it up. Set up your own first.',
  tokens: 'Members can use their own API tokens',
  tokensHint: 'If this is off, only sessions, team tokens and the organization token work here.',
  ssoTeams: 'Single sign-on manages team membership',
  ssoTeamsHint:
    'Team membership follows the groups of an identity provider that a site administrator assigned to this organization. The team “owners” does not change.',
  timeout: 'End idle sessions after',
  remember: 'End every session after',
  minutesHint: 'In minutes. Leave empty to use the setting of the site.',
  upload: 'Accept the code of a policy',
  uploadHint: 'Problems are shown in all cases.',
  uploadReport: 'Always',
  uploadEnforce: 'Only if it has no errors',
  uploadTests: 'Only if it has no errors and its tests pass',
  inputs: 'Record evaluated plans for',
  inputsHint:
    'In days, up to 365. Leave empty to record no plans. Sensitive values are removed. Replays use the recorded plans.',
  changeValues: 'Show values that a plan changes',
  changeValuesHint:
    'Everybody who can read an evaluation sees the changed values of resources with findings, without sensitive values. If this is off, these values are not stored.',
  ruleLines: 'Show the matching lines of rules',
  ruleLinesHint:
    'Everybody who can read an evaluation sees the matching lines of failed policies, even without access to the policy. If this is off, no code is shown.',
  policiesRequired: 'Require a policy for every plan',
  policiesRequiredHint:
    'An evaluation without policies gets the status “errored”. If this is off, it passes and says that no policy was evaluated.',
  plansRequired: 'Require complete plans',
  plansRequiredHint: 'A plan is refused if planning ended with an error or deferred changes to a later plan.',
  workspaceRequired: 'Require a workspace for every evaluation',
  workspaceRequiredHint:
    'If this is off, clients can send plans without a workspace and name the tags themselves. Such tags cannot exclude a policy set.',
  notices: 'Warn consumers of deprecated modules in their plans',
  noticesHint: 'The archive of a deprecated version contains a warning that Terraform prints.',
  renamed: (name: string) => `The organization is now called ${name}.`,
  deletion: 'Delete the organization',
  deletionHint: 'Everything in it is deleted immediately and permanently.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody:
    'The organization becomes unusable immediately. The service then deletes its contents in the background. The audit trail stays. This cannot be undone.',
  losesPolicies: (count: number) => counted(count, 'policy', 'policies'),
  losesSets: (count: number) => counted(count, 'policy set'),
  losesModules: (count: number) => counted(count, 'module'),
  losesWorkspaces: (count: number) => counted(count, 'workspace'),
  losesTeams: (count: number) => `${counted(count, 'team')}, with their tokens`,
  losesPeople: (count: number) => `${counted(count, 'membership')}; the accounts stay`,
  deleted: (name: string) => `${name} was deleted. Its contents are being deleted in the background.`,
});
