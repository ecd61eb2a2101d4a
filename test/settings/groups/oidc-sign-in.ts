import { oidcSignIn } from '../../../src/domains/accounts/identity-providers/openid-settings.ts';
import { countCases, type GroupCases, groupsAbsentCases, switchCases } from '../cases.ts';

export const oidcSignInCases: GroupCases<typeof oidcSignIn> = {
  group: oidcSignIn,
  type: 'oidc-sign-in-settings',
  attributes: {
    enabled: switchCases('Enabled', false),
    'groups-absent': groupsAbsentCases,
    'confirm-after-unused-days': countCases('Confirm after unused days', 90),
    'team-management-enabled': switchCases('Team management enabled', true),
    'sso-api-token-session-timeout': countCases('Sso API token session timeout', 1_209_600),
    'sso-satisfies-two-factor': switchCases('Sso satisfies two factor', true),
    'sso-required': switchCases('Sso required', false),
    'sso-required-since': { initial: null, accepted: [null], refused: [], isReadOnly: true },
  },
  records: [],
};
