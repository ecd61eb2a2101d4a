import { Email, Text } from '../../../jsonapi/schema.ts';
import { group, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

/** The operator's texts on pages and in mails (API reference, `customization-settings`). */
export const customization = group({
  id: 'customization',
  attributes: {
    'support-email-address': { ...value(Email(), ''), initial: ({ supportEmail }) => supportEmail },
    'login-help': value(Text(), ''),
    footer: value(Text(), ''),
    error: value(Text(), ''),
    'new-user': value(Text(), ''),
    // Not in the API reference: an announcement for all users, for example about maintenance.
    announcement: value(Text(), ''),
  },
});

export const customizationSettings = inForce(customization);
