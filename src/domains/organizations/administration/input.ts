// Request body with which site administrators change an organization.
import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Count, Nullable, Timeout } from '../../../jsonapi/schema.ts';
import { administrationCompat, unenforced } from './compat.ts';

/** Request body. A deprecated name of a timeout is only used if the request does not contain the current name. */
export const updatePayload = documentPayload({
  type: 'organizations',
  // The resource type is optional, because released clients do not send it.
  isOptional: true,
  attributes: Type.Object({
    'global-module-sharing': Type.Optional(Nullable(Type.Boolean())),
    'workspace-limit': Type.Optional(Nullable(Count(0))),
    'plan-timeout': Type.Optional(Nullable(Timeout())),
    'apply-timeout': Type.Optional(Nullable(Timeout())),
    'iac-build-worker-plan-timeout': Type.Optional(Nullable(Timeout())),
    'iac-build-worker-apply-timeout': Type.Optional(Nullable(Timeout())),
  }),
  compat: administrationCompat.input,
  rules: unenforced.problems,
});

/** Returns the columns that the request changes. A workspace limit of 0 or null removes the limit. */
export function changesFrom(sent: object) {
  const value = (name: string): unknown => Reflect.get(sent, name);
  const timeout = (name: 'plan' | 'apply') => {
    const its = value(`${name}-timeout`);
    const text = its === undefined ? value(`iac-build-worker-${name}-timeout`) : its;
    return text === null || typeof text === 'string' ? { [`${name}_timeout` as const]: text } : {};
  };
  const [sharing, limit] = [value('global-module-sharing'), value('workspace-limit')];
  return {
    ...timeout('plan'),
    ...timeout('apply'),
    ...(typeof sharing === 'boolean' && { shares_modules: Number(sharing) }),
    ...(limit === null || limit === 0
      ? { workspace_limit: null }
      : typeof limit === 'number' && { workspace_limit: limit }),
  };
}
