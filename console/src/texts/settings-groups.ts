import type { SettingsGroup } from '../api/settings.ts';

/** Names of the settings groups, in the order in which the console lists them. */
export const settingsGroupTexts = {
  general: 'General',
  'data-retention': 'Data retention',
  customization: 'Customization',
  smtp: 'Mail',
  sms: 'Text messages',
  'audit-stream': 'Audit stream',
  'oidc-sign-in': 'OpenID Connect',
  saml: 'SAML',
  'two-factor': 'Two-factor authentication',
  'cost-estimation': 'Cost estimation',
} as const satisfies Readonly<Record<SettingsGroup, string>>;

/** Groups that concern the sign-in. The console shows them together, and not in the list of all groups. */
export const signInGroups: readonly SettingsGroup[] = ['oidc-sign-in', 'saml', 'two-factor'];
