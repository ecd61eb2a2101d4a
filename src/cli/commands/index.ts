// The list of commands. A command's module is loaded when it is called; help needs its declaration only.

import { keysOf } from '../../lib/functions/records.ts';
import type { Command, Declaration } from '../command.ts';
import { adminCommands } from '../declarations/admin.ts';
import { auditCommands } from '../declarations/audit.ts';
import { backupCommands } from '../declarations/backup.ts';
import { checkCommands } from '../declarations/check.ts';
import { clockCommands } from '../declarations/clock.ts';
import { databaseCommands } from '../declarations/database.ts';
import { doctorCommands } from '../declarations/doctor.ts';
import { encryptionKeyCommands } from '../declarations/encryption-key.ts';
import { featureSetsCommands } from '../declarations/feature-sets.ts';
import { migrateCommands } from '../declarations/migrate.ts';
import { moduleCommands } from '../declarations/module.ts';
import { moduleCheckCommands } from '../declarations/module-check.ts';
import { moduleRegistryCommands } from '../declarations/module-registry.ts';
import { oidcCommands } from '../declarations/oidc.ts';
import { organizationCommands } from '../declarations/organization.ts';
import { policyCommands } from '../declarations/policy.ts';
import { policyServiceCommands } from '../declarations/policy-service.ts';
import { policySetCommands } from '../declarations/policy-set.ts';
import { retentionCommands } from '../declarations/retention.ts';
import { samlCommands } from '../declarations/saml.ts';
import { serveCommands } from '../declarations/serve.ts';
import { settingsCommands } from '../declarations/settings.ts';
import { subscriptionCommands } from '../declarations/subscription.ts';
import { tokenCommands } from '../declarations/token.ts';
import { userCommands } from '../declarations/user.ts';

/** Subjects of groups of commands, by the first word of their names. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'pricing plans',
  token: 'API tokens',
  policy: 'policies, in a folder and on a service',
  'policy-set': 'policy sets on a service',
  module: 'private modules: their versions, their deprecation, and their consumers',
  audit: 'the audit record',
  saml: 'single sign-on',
  oidc: 'the keys of workload identity tokens',
  retention: 'how long superseded data is kept',
  settings: 'the settings of the instance',
  'encryption-key': 'the key that encrypts secrets',
  clock: 'the clock that jobs rely upon',
  database: 'the database of several servers',
};

export interface CommandEntry {
  readonly declaration: Declaration;
  readonly load: () => Promise<Command>;
}

/** The commands of one module, which exports each under the name that it is declared by. */
const commandsOf = <Name extends string>(
  declarations: Readonly<Record<Name, Declaration>>,
  load: () => Promise<Readonly<Record<Name, Command>>>,
): readonly CommandEntry[] =>
  keysOf(declarations).map((name) => ({ declaration: declarations[name], load: async () => (await load())[name] }));

export const commands: readonly CommandEntry[] = [
  ...commandsOf(serveCommands, () => import('./serve.ts')),
  ...commandsOf(migrateCommands, () => import('./migrate.ts')),
  ...commandsOf(backupCommands, () => import('./backup.ts')),
  ...commandsOf(checkCommands, () => import('./check.ts')),
  ...commandsOf(policyCommands, () => import('./policy.ts')),
  ...commandsOf(policyServiceCommands, () => import('./policy-service.ts')),
  ...commandsOf(policySetCommands, () => import('./policy-set.ts')),
  ...commandsOf(adminCommands, () => import('./admin.ts')),
  ...commandsOf(userCommands, () => import('./user.ts')),
  ...commandsOf(organizationCommands, () => import('./organization.ts')),
  ...commandsOf(subscriptionCommands, () => import('./subscription.ts')),
  ...commandsOf(featureSetsCommands, () => import('./feature-sets.ts')),
  ...commandsOf(tokenCommands, () => import('./token.ts')),
  ...commandsOf(moduleRegistryCommands, () => import('./module-registry.ts')),
  ...commandsOf(moduleCommands, () => import('./module.ts')),
  ...commandsOf(moduleCheckCommands, () => import('./module-check.ts')),
  ...commandsOf(auditCommands, () => import('./audit.ts')),
  ...commandsOf(samlCommands, () => import('./saml.ts')),
  ...commandsOf(oidcCommands, () => import('./oidc.ts')),
  ...commandsOf(retentionCommands, () => import('./retention.ts')),
  ...commandsOf(settingsCommands, () => import('./settings.ts')),
  ...commandsOf(encryptionKeyCommands, () => import('./encryption-key.ts')),
  ...commandsOf(clockCommands, () => import('./clock.ts')),
  ...commandsOf(databaseCommands, () => import('./database.ts')),
  ...commandsOf(doctorCommands, () => import('./doctor.ts')),
];
