import { oidcSignIn } from '../../../src/domains/accounts/openid/settings.ts';
import { type GroupCases, switchCases } from '../cases.ts';

const unusedDays = 'Confirm after unused days';
const timeout = 'Sso API token session timeout';

export const oidcSignInCases: GroupCases<typeof oidcSignIn> = {
  group: oidcSignIn,
  type: 'oidc-sign-in-settings',
  attributes: {
    enabled: switchCases('Enabled', false),
    'groups-absent': {
      initial: 'refuse',
      accepted: ['none', 'refuse'],
      refused: ['', 'None', 1].map(
        (each) => [each, 'Groups absent is not included in the list (refuse, none)'] as const,
      ),
    },
    'confirm-after-unused-days': {
      initial: 90,
      accepted: [1, 90, 2_147_483_647],
      refused: [
        [0, `${unusedDays} must be greater than or equal to 1`],
        [1.5, `${unusedDays} must be a JSON integer`],
      ],
    },
    'team-management-enabled': switchCases('Team management enabled', true),
    'sso-api-token-session-timeout': {
      initial: 1_209_600,
      accepted: [1, 1_209_600, 2_147_483_647],
      refused: [
        [0, `${timeout} must be greater than or equal to 1`],
        ['60', `${timeout} must be a JSON integer`],
      ],
    },
    'sso-satisfies-two-factor': switchCases('Sso satisfies two factor', true),
    'sso-required': switchCases('Sso required', false),
    'sso-required-since': { initial: null, accepted: [null], refused: [], isReadOnly: true },
  },
  records: [],
};
