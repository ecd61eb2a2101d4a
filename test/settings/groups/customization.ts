import { customization } from '../../../src/domains/instance/groups/customization.ts';
import { type AttributeCases, type GroupCases, textCases } from '../cases.ts';

const customText = (label: string): AttributeCases => ({ ...textCases(label), initial: '', canBeNull: false });

const address = 'Support email address';
const isNone = `${address} is not an e-mail address`;

export const customizationCases: GroupCases<typeof customization> = {
  group: customization,
  type: 'customization-settings',
  attributes: {
    'support-email-address': {
      initial: 'support@example.com',
      accepted: ['a@b', 'Support.Desk+tipstaff@help.example.com', `${'x'.repeat(242)}@example.com`],
      refused: [
        ['', `${address} can't be blank`],
        ['nobody', isNone],
        ['Support <a@b.example>', isNone],
        ['a@b.example\r\nBcc: c@d.example', isNone],
        ['a\u0001\u007f\u0085@b.example', isNone],
        ['a@b.example, c@d.example', isNone],
        [`${'x'.repeat(243)}@example.com`, `${address} is too long (maximum is 254 characters)`],
        [5, `${address} must be a JSON string`],
      ],
    },
    'login-help': customText('Login help'),
    footer: customText('Footer'),
    error: customText('Error'),
    'new-user': customText('New user'),
    announcement: customText('Announcement'),
  },
  records: [],
};
