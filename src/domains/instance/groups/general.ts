import { Type } from 'typebox';
import { Count, Timeout } from '../../../jsonapi/schema.ts';
import { aliasOf, group, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

const fewestRequests = 30;

/**
 * Limits of the instance (API reference, `general-settings`). The attributes about runs are stored but have no effect,
 * because this service performs no runs.
 */
export const general = group({
  id: 'general',
  attributes: {
    'limit-user-organization-creation': {
      ...value(Type.Boolean(), true),
      initial: ({ edition }) => edition !== 'hosted',
    },
    // Not in the API reference: maximum number of organizations that an account can create. Site administrators have no
    // limit.
    'organizations-per-user-limit': {
      ...value(Count(1), 1_000),
      initial: ({ edition }) => (edition === 'hosted' ? 10 : 1_000),
    },
    'api-rate-limiting-enabled': value(Type.Boolean(), true),
    'api-rate-limit': value(Count(fewestRequests), fewestRequests),
    // Not in the API reference: maximum policy code per organization, in revisions and in MiB.
    'policy-revision-limit': value(Count(1), 100_000),
    'policy-storage-limit': value(Count(1), 10_240),
    // Not in the API reference: maximum size of stored evaluation results per organization, in MiB.
    'policy-outcome-storage-limit': value(Count(1), 10_240),
    // Not in the API reference: maximum size of module archives per organization, in MiB.
    'module-storage-limit': value(Count(1), 102_400),
    // Not in the API reference: maximum size of a plan to evaluate, in MiB.
    'policy-plan-size-limit': value(Count(1), 20),
    // Not in the API reference: whether administrators lose their additional rights while they have no second factor.
    'require-two-factor-for-admins': value(Type.Boolean(), false),
    'plan-timeout': value(Timeout(), '2h'),
    'apply-timeout': value(Timeout(), '24h'),
    'send-passing-statuses-for-untriggered-speculative-plans': value(Type.Boolean(), false),
    'allow-speculative-plans-on-pull-requests-from-forks': value(Type.Boolean(), false),
    'default-remote-state-access': value(Type.Boolean(), true),
    'iac-build-worker-plan-timeout': aliasOf('plan-timeout'),
    'iac-build-worker-apply-timeout': aliasOf('apply-timeout'),
  },
  rules: (values, before, _context, { actor: { identity } }) => {
    const name = 'require-two-factor-for-admins';
    const isMissing = values[name] && !before[name] && identity.kind === 'user' && identity.lacksTwoFactor === true;
    return isMissing
      ? [
          {
            attribute: name,
            code: 'two-factor-required',
            message: 'requires that two-factor authentication is on for your own account',
          },
        ]
      : [];
  },
});

export const generalSettings = inForce(general);
