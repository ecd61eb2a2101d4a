import type { SettingsGroup } from '../api/settings.ts';

/** Names of the settings groups, in the order in which the console lists them. */
export const settingsGroupTexts = {
  general: 'General',
  'data-retention': 'Data retention',
  customization: 'Customization',
  smtp: 'Mail',
  sms: 'Text messages',
  'audit-stream': 'Audit stream',
  saml: 'Single sign-on',
  'oidc-sign-in': 'Sign-in by OpenID Connect',
  'cost-estimation': 'Cost estimation',
} as const satisfies Readonly<Record<SettingsGroup, string>>;
