/** Names of the groups of settings. */
export const settingsGroupTexts = {
  general: 'General',
  'data-retention': 'Data retention',
  customization: 'Customization',
  smtp: 'Mail',
  sms: 'Text messages',
  saml: 'Single sign-on',
  'cost-estimation': 'Cost estimation',
} as const;
