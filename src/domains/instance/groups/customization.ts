import { Email, Text } from '../../../jsonapi/schema.ts';
import { group, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

/** The operator's texts on pages and in mails (reference, `customization-settings`). */
export const customization = group({
  id: 'customization',
  attributes: {
    'support-email-address': { ...value(Email(), ''), initial: ({ supportEmail }) => supportEmail },
    'login-help': value(Text(), ''),
    footer: value(Text(), ''),
    error: value(Text(), ''),
    'new-user': value(Text(), ''),
    // Beyond the reference: what everybody should know, such as a maintenance.
    announcement: value(Text(), ''),
  },
});

export const customizationSettings = inForce(customization);
