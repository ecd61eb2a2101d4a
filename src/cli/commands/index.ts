// The list of commands. The module of an action is loaded when its command is called.

import type { Command } from '../command.ts';
import { adminCommands } from './admin.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { checkCommands } from './check.ts';
import { clockCommands } from './clock.ts';
import { databaseCommands } from './database.ts';
import { doctorCommands } from './doctor.ts';
import { encryptionKeyCommands } from './encryption-key.ts';
import { featureSetsCommands } from './feature-sets.ts';
import { migrateCommands } from './migrate.ts';
import { moduleCommands } from './module.ts';
import { oidcCommands } from './oidc.ts';
import { organizationCommands } from './organization.ts';
import { policyCommands } from './policy.ts';
import { policySetCommands } from './policy-set.ts';
import { retentionCommands } from './retention.ts';
import { samlCommands } from './saml.ts';
import { serveCommands } from './serve.ts';
import { settingsCommands } from './settings.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';

/** Subjects of groups of commands, by the first word of their names. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'pricing plans',
  token: 'API tokens',
  policy: 'policies in a folder and on a service',
  'policy-set': 'policy sets on a service',
  module: 'private modules: versions, deprecation and consumers',
  audit: 'audit records',
  saml: 'single sign-on',
  oidc: 'the keys of workload identity tokens',
  retention: 'the retention of superseded data',
  settings: 'the settings of the instance',
  'encryption-key': 'the key that encrypts secrets',
  clock: 'the clock that jobs depend on',
  database: 'a database on several servers',
};

export const commands: readonly Command[] = [
  ...serveCommands,
  ...migrateCommands,
  ...backupCommands,
  ...checkCommands,
  ...policyCommands,
  ...policySetCommands,
  ...adminCommands,
  ...userCommands,
  ...organizationCommands,
  ...featureSetsCommands,
  ...tokenCommands,
  ...moduleCommands,
  ...auditCommands,
  ...samlCommands,
  ...oidcCommands,
  ...retentionCommands,
  ...settingsCommands,
  ...encryptionKeyCommands,
  ...clockCommands,
  ...databaseCommands,
  ...doctorCommands,
];
