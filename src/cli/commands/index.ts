// The list of commands. The module of an action is loaded when its command is called.

import { type Command, commandsOf } from '../terminal/command.ts';
import { adminCommands } from './admin.ts';
import { asCodeCommands } from './as-code.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { checkCommands } from './check.ts';
import { clockCommands } from './clock.ts';
import { configCommands } from './config.ts';
import { databaseCommands } from './database.ts';
import { doctorCommands } from './doctor.ts';
import { encryptionKeyCommands } from './encryption-key.ts';
import { evaluationCommands } from './evaluation.ts';
import { featureSetsCommands } from './feature-sets.ts';
import { licensesCommands } from './licenses.ts';
import { migrateCommands } from './migrate.ts';
import { moduleCheckCommands, moduleRegistryCommands, moduleVersionCommands } from './module.ts';
import { oidcCommands } from './oidc.ts';
import { oidcSignInCommands } from './oidc-sign-in.ts';
import { organizationCommands, subscriptionCommands } from './organization.ts';
import { policyFolderCommands, policyServiceCommands } from './policy.ts';
import { policySetCommands } from './policy-set.ts';
import { retentionCommands } from './retention.ts';
import { samlCommands } from './saml.ts';
import { pingCommands, serveCommands } from './serve.ts';
import { settingsCommands } from './settings.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';
import { workspaceCommands } from './workspace.ts';

/** Subjects of groups of commands, by the first word of their names. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'feature sets, to which organizations subscribe',
  token: 'API tokens',
  policy: 'policies in a folder and on a service',
  'policy-set': 'policy sets on a service',
  workspace: 'workspaces on a service',
  evaluation: 'evaluations of plans on a service',
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
  ...commandsOf(serveCommands, () => import('../actions/serve.ts')),
  ...commandsOf(pingCommands, () => import('../actions/ping.ts')),
  ...commandsOf(migrateCommands, () => import('../actions/migrate.ts')),
  ...commandsOf(backupCommands, () => import('../actions/backup.ts')),
  ...commandsOf(checkCommands, () => import('../actions/check.ts')),
  ...commandsOf(asCodeCommands, () => import('../actions/as-code.ts')),
  ...commandsOf(policyFolderCommands, () => import('../actions/policy.ts')),
  ...commandsOf(policyServiceCommands, () => import('../actions/policy-service.ts')),
  ...commandsOf(policySetCommands, () => import('../actions/policy-set.ts')),
  ...commandsOf(workspaceCommands, () => import('../actions/workspace.ts')),
  ...commandsOf(evaluationCommands, () => import('../actions/evaluation.ts')),
  ...commandsOf(adminCommands, () => import('../actions/admin.ts')),
  ...commandsOf(userCommands, () => import('../actions/user.ts')),
  ...commandsOf(organizationCommands, () => import('../actions/organization.ts')),
  ...commandsOf(subscriptionCommands, () => import('../actions/subscription.ts')),
  ...commandsOf(featureSetsCommands, () => import('../actions/feature-sets.ts')),
  ...commandsOf(tokenCommands, () => import('../actions/token.ts')),
  ...commandsOf(moduleRegistryCommands, () => import('../actions/module-registry.ts')),
  ...commandsOf(moduleVersionCommands, () => import('../actions/module.ts')),
  ...commandsOf(moduleCheckCommands, () => import('../actions/module-check.ts')),
  ...commandsOf(auditCommands, () => import('../actions/audit.ts')),
  ...commandsOf(samlCommands, () => import('../actions/saml.ts')),
  ...commandsOf(oidcSignInCommands, () => import('../actions/oidc-sign-in.ts')),
  ...commandsOf(oidcCommands, () => import('../actions/oidc.ts')),
  ...commandsOf(retentionCommands, () => import('../actions/retention.ts')),
  ...commandsOf(configCommands, () => import('../actions/config.ts')),
  ...commandsOf(settingsCommands, () => import('../actions/settings.ts')),
  ...commandsOf(encryptionKeyCommands, () => import('../actions/encryption-key.ts')),
  ...commandsOf(clockCommands, () => import('../actions/clock.ts')),
  ...commandsOf(databaseCommands, () => import('../actions/database.ts')),
  ...commandsOf(doctorCommands, () => import('../actions/doctor.ts')),
  ...commandsOf(licensesCommands, () => import('../actions/licenses.ts')),
];
