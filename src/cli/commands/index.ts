// List of all commands. Each command has a folder with `command.ts`, which declares it, and `action.ts`, which is
// loaded only when the command is called.

import { type Command, commandsOf } from '../terminal/command.ts';
import { adminCommands } from './admin/command.ts';
import { asCodeCommands } from './as-code/command.ts';
import { auditCommands } from './audit/command.ts';
import { backupCommands } from './backup/command.ts';
import { checkCommands } from './check/command.ts';
import { clockCommands } from './clock/command.ts';
import { commentCommands } from './comment/command.ts';
import { configCommands } from './config/command.ts';
import { databaseCommands } from './database/command.ts';
import { doctorCommands } from './doctor/command.ts';
import { encryptionKeyCommands } from './encryption-key/command.ts';
import { evaluationCommands } from './evaluation/command.ts';
import { exemptionCommands } from './exemption/command.ts';
import { featureSetsCommands } from './feature-sets/command.ts';
import { licensesCommands } from './licenses/command.ts';
import { migrateCommands } from './migrate/command.ts';
import { moduleCheckCommands, moduleRegistryCommands, moduleVersionCommands } from './module/command.ts';
import { oidcCommands } from './oidc/command.ts';
import { oidcSignInCommands } from './oidc-sign-in/command.ts';
import { organizationCommands, subscriptionCommands } from './organization/command.ts';
import { policyFolderCommands, policyServiceCommands } from './policy/command.ts';
import { policySetCommands } from './policy-set/command.ts';
import { retentionCommands } from './retention/command.ts';
import { samlCommands } from './saml/command.ts';
import { pingCommands, serveCommands } from './serve/command.ts';
import { settingsCommands } from './settings/command.ts';
import { tokenCommands } from './token/command.ts';
import { userCommands } from './user/command.ts';
import { workspaceCommands } from './workspace/command.ts';

/** Descriptions of command groups, by the first word of the commands in the group. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'feature sets, to which organizations subscribe',
  token: 'API tokens',
  comment: 'one comment on a pull request for several checks',
  policy: 'policies in a folder and on a service',
  'policy-set': 'policy sets on a service',
  workspace: 'workspaces on a service',
  evaluation: 'evaluations of plans on a service',
  exemption: 'exemptions from policies on a service, and requests for exemptions',
  module: 'private modules: versions, deprecation and consumers',
  audit: 'audit records',
  saml: 'single sign-on',
  'oidc-sign-in': 'sign-in by OpenID Connect',
  oidc: 'the keys of workload identity tokens',
  retention: 'the retention of superseded data',
  config: 'the configuration: variables and tipstaff.yaml',
  settings: 'the settings of the instance',
  'encryption-key': 'the key that encrypts secrets',
  clock: 'the clock that jobs depend on',
  database: 'a database on several servers',
};

export const commands: readonly Command[] = [
  ...commandsOf(serveCommands, () => import('./serve/action.ts')),
  ...commandsOf(pingCommands, () => import('./serve/ping-action.ts')),
  ...commandsOf(migrateCommands, () => import('./migrate/action.ts')),
  ...commandsOf(backupCommands, () => import('./backup/action.ts')),
  ...commandsOf(checkCommands, () => import('./check/action.ts')),
  ...commandsOf(commentCommands, () => import('./comment/action.ts')),
  ...commandsOf(asCodeCommands, () => import('./as-code/action.ts')),
  ...commandsOf(policyFolderCommands, () => import('./policy/action.ts')),
  ...commandsOf(policyServiceCommands, () => import('./policy/service-action.ts')),
  ...commandsOf(policySetCommands, () => import('./policy-set/action.ts')),
  ...commandsOf(workspaceCommands, () => import('./workspace/action.ts')),
  ...commandsOf(evaluationCommands, () => import('./evaluation/action.ts')),
  ...commandsOf(exemptionCommands, () => import('./exemption/action.ts')),
  ...commandsOf(adminCommands, () => import('./admin/action.ts')),
  ...commandsOf(userCommands, () => import('./user/action.ts')),
  ...commandsOf(organizationCommands, () => import('./organization/action.ts')),
  ...commandsOf(subscriptionCommands, () => import('./organization/subscription-action.ts')),
  ...commandsOf(featureSetsCommands, () => import('./feature-sets/action.ts')),
  ...commandsOf(tokenCommands, () => import('./token/action.ts')),
  ...commandsOf(moduleRegistryCommands, () => import('./module/registry-action.ts')),
  ...commandsOf(moduleVersionCommands, () => import('./module/version-action.ts')),
  ...commandsOf(moduleCheckCommands, () => import('./module/check-action.ts')),
  ...commandsOf(auditCommands, () => import('./audit/action.ts')),
  ...commandsOf(samlCommands, () => import('./saml/action.ts')),
  ...commandsOf(oidcSignInCommands, () => import('./oidc-sign-in/action.ts')),
  ...commandsOf(oidcCommands, () => import('./oidc/action.ts')),
  ...commandsOf(retentionCommands, () => import('./retention/action.ts')),
  ...commandsOf(configCommands, () => import('./config/action.ts')),
  ...commandsOf(settingsCommands, () => import('./settings/action.ts')),
  ...commandsOf(encryptionKeyCommands, () => import('./encryption-key/action.ts')),
  ...commandsOf(clockCommands, () => import('./clock/action.ts')),
  ...commandsOf(databaseCommands, () => import('./database/action.ts')),
  ...commandsOf(doctorCommands, () => import('./doctor/action.ts')),
  ...commandsOf(licensesCommands, () => import('./licenses/action.ts')),
];
