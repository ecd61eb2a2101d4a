// Test cases for all groups of settings.
import type { GroupCases } from './cases.ts';
import { auditStreamCases } from './groups/audit-stream.ts';
import { costEstimationCases } from './groups/cost-estimation.ts';
import { customizationCases } from './groups/customization.ts';
import { generalCases } from './groups/general.ts';
import { oidcSignInCases } from './groups/oidc-sign-in.ts';
import { samlCases } from './groups/saml.ts';
import { smsCases } from './groups/sms.ts';
import { smtpCases } from './groups/smtp.ts';

export const tables: readonly GroupCases[] = [
  generalCases,
  costEstimationCases,
  smtpCases,
  smsCases,
  auditStreamCases,
  customizationCases,
  samlCases,
  oidcSignInCases,
];
