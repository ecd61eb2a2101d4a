// The list of commands: the one file that knows them all.
import type { Command } from '../command.ts';
import { adminCommands } from './admin.ts';
import { auditCommands } from './audit.ts';
import { doctor } from './doctor.ts';
import { encryptionKeyCommands } from './encryption-key.ts';
import { featureSetCommands } from './feature-sets.ts';
import { migrate } from './migrate.ts';
import { moduleCommands } from './module.ts';
import { registryCommands } from './module-registry.ts';
import { oidcCommands } from './oidc.ts';
import { organizationCommands } from './organization.ts';
import { retentionCommands } from './retention.ts';
import { samlCommands } from './saml.ts';
import { serve } from './serve.ts';
import { settingsCommands } from './settings.ts';
import { subscriptionCommands } from './subscription.ts';
import { tokenCommands } from './token.ts';
import { userCommands } from './user.ts';

/** What the first words stand for that have commands of their own. */
export const groups: Readonly<Record<string, string>> = {
  admin: 'site administrators',
  user: 'accounts',
  organization: 'organizations',
  'feature-sets': 'pricing plans',
  token: 'API tokens',
  module: 'private modules: their versions, deprecation, and who uses what is deprecated',
  audit: 'the audit record',
  saml: 'single sign-on',
  oidc: 'the keys of workload identity tokens',
  retention: 'how long superseded data is kept',
  settings: 'the settings of the instance',
  'encryption-key': 'the key that secrets are sealed with',
};

export const commands: readonly Command[] = [
  serve,
  migrate,
  ...adminCommands,
  ...userCommands,
  ...organizationCommands,
  ...subscriptionCommands,
  ...featureSetCommands,
  ...tokenCommands,
  ...registryCommands,
  ...moduleCommands,
  ...auditCommands,
  ...samlCommands,
  ...oidcCommands,
  ...retentionCommands,
  ...settingsCommands,
  ...encryptionKeyCommands,
  doctor,
];
