import { general } from '../../../src/domains/instance/groups/general.ts';
import { type AttributeCases, countCases, type GroupCases, switchCases } from '../cases.ts';

const timeoutCases = (label: string, initial: string): AttributeCases => {
  const detail = `${label} must be a positive time of at most 24h, such as 90s, 1.5h or 1h30m`;
  return {
    initial,
    accepted: ['1ms', '0.5s', '90m', '1h30m', '23h59m60s', '24h', '24.0h', '86400s', '00002h'],
    refused: [
      ...['', '0s', '0h0m', '24h1ms', '24.01h', '1d', '2', 'h', '-1h', ' 1h', '1h ', '1 h', '1H', '1e1h', '.5h'].map(
        (value) => [value, detail] as const,
      ),
      [7_200, `${label} must be a JSON string`],
      [{}, `${label} must be a JSON string`],
    ],
  };
};

const limit = 'API rate limit';

export const generalCases: GroupCases<typeof general> = {
  group: general,
  type: 'general-settings',
  attributes: {
    'limit-user-organization-creation': switchCases('Limit user organization creation', true),
    'organizations-per-user-limit': countCases('Organizations per user limit', 1_000),
    'api-rate-limiting-enabled': switchCases('API rate limiting enabled', true),
    'api-rate-limit': {
      initial: 30,
      accepted: [30, 31, 2_147_483_647],
      refused: [
        [29, `${limit} must be greater than or equal to 30`],
        [0, `${limit} must be greater than or equal to 30`],
        [-1, `${limit} must be greater than or equal to 30`],
        [2_147_483_648, `${limit} must be less than or equal to 2147483647`],
        [30.5, `${limit} must be a JSON integer`],
        ['30', `${limit} must be a JSON integer`],
        [true, `${limit} must be a JSON integer`],
      ],
    },
    'policy-revision-limit': countCases('Policy revision limit', 100_000),
    'policy-storage-limit': countCases('Policy storage limit', 10_240),
    'policy-outcome-storage-limit': countCases('Policy outcome storage limit', 10_240),
    'module-storage-limit': countCases('Module storage limit', 102_400),
    'policy-plan-size-limit': countCases('Policy plan size limit', 20),
    'require-two-factor-for-admins': {
      ...switchCases('Require two factor for admins', false),
      accepted: [false],
    },
    'plan-timeout': timeoutCases('Plan timeout', '2h'),
    'apply-timeout': timeoutCases('Apply timeout', '24h'),
    'send-passing-statuses-for-untriggered-speculative-plans': switchCases(
      'Send passing statuses for untriggered speculative plans',
      false,
    ),
    'allow-speculative-plans-on-pull-requests-from-forks': switchCases(
      'Allow speculative plans on pull requests from forks',
      false,
    ),
    'default-remote-state-access': switchCases('Default remote state access', true),
    'iac-build-worker-plan-timeout': {
      ...timeoutCases('Iac build worker plan timeout', '2h'),
      of: 'plan-timeout',
      terraform: 'terraform-build-worker-plan-timeout',
    },
    'iac-build-worker-apply-timeout': {
      ...timeoutCases('Iac build worker apply timeout', '24h'),
      of: 'apply-timeout',
      terraform: 'terraform-build-worker-apply-timeout',
    },
  },
  records: [],
};
