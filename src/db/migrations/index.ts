import { foundation } from './0001-foundation.ts';
import { policies } from './0002-policies.ts';
import { people } from './0003-people.ts';
import { audit } from './0004-audit.ts';
import { settings } from './0005-settings.ts';
import { oidcAndRetention } from './0006-oidc-and-retention.ts';
import { outbox } from './0007-outbox.ts';
import { saml } from './0008-saml.ts';
import { passwordRequests } from './0009-password-requests.ts';
import { emailChanges } from './0010-email-changes.ts';
import { textCodes } from './0011-text-codes.ts';
import { registry } from './0012-registry.ts';
import { plans } from './0013-plans.ts';
import { samlSignOuts } from './0014-saml-sign-outs.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in the order in which it is applied. */
export const migrations: readonly Migration[] = [
  foundation,
  policies,
  people,
  audit,
  settings,
  oidcAndRetention,
  outbox,
  saml,
  passwordRequests,
  emailChanges,
  textCodes,
  registry,
  plans,
  samlSignOuts,
];
