// Compares the parameters of a policy set with the parameters that its policies read or declare according to their
// stored code checks.
import type { Reader } from '../../../db/database.ts';
import type { ParameterType, ParameterUse } from '../../../effects/policy-engine/answers.ts';
import type { PolicyParameters } from '../../../effects/policy-engine/policy-code.ts';
import { type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { policiesIn } from '../applicable-sets/applicable-sets.ts';
import type { SetPolicy } from '../applicable-sets/store.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';
import { jsonOrText, unusableJson } from './value-text.ts';

/**
 * A policy of a set, and the parameters that the policy reads or declares; undefined if these parameters are unknown.
 */
export interface UsingPolicy {
  readonly name: string;
  readonly uses: readonly ParameterUse[] | undefined;
}

/** Returns the current policies of a set with the parameters that they use. */
export async function usingPolicies(
  reader: Reader,
  set: Pick<PolicySetRow, 'id' | 'current_version_id'>,
): Promise<readonly UsingPolicy[]> {
  const policies = await policiesIn(reader, { ...set, has_parameters: 1 });
  return policies.map(({ name, uses }) => ({ name, uses: usesFrom(uses) }));
}

const usesFrom = (uses: string | null): UsingPolicy['uses'] => (uses ? JSON.parse(uses) : undefined);

/**
 * Returns only those parameters that a policy may read. The engine processes a policy's parameters separately for each
 * policy, which would take long with all parameters of a large set.
 */
export function parametersFor(parameters: PolicyParameters, { uses }: Pick<SetPolicy, 'uses'>): PolicyParameters {
  const known = usesFrom(uses);
  if (known === undefined || known.some(({ key }) => key === '')) return parameters;
  const keys = new Set(known.map(({ key }) => key));
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => keys.has(key)));
}

const hint = 'If the value is meant as text, send it in double quotes, or declare the type string in the policy.';

const isOfType: Readonly<Record<ParameterType, (value: unknown) => boolean>> = {
  string: () => true,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const typeIn = ({ uses = [] }: UsingPolicy, key: string): ParameterType | undefined =>
  uses.find((use) => use.key === key)?.type;

/** Returns the types that policies declare for a parameter, sorted by name. */
export const declaredTypes = (policies: readonly UsingPolicy[], key: string): readonly ParameterType[] =>
  [...new Set(policies.flatMap((policy) => typeIn(policy, key) ?? []))].sort();

/** Adds the types that the policies of a set declare to the parameters of the set. */
export async function withDeclaredTypes<Row extends { readonly key: string }>(
  reader: Reader,
  set: Pick<PolicySetRow, 'id' | 'current_version_id'>,
  parameters: readonly Row[],
): Promise<readonly (Row & { readonly declared_types: readonly ParameterType[] })[]> {
  const policies = parameters.length === 0 ? [] : await usingPolicies(reader, set);
  return parameters.map((each) => ({ ...each, declared_types: declaredTypes(policies, each.key) }));
}

/**
 * Returns a problem if a value does not have the type that a policy declares for the parameter, or if it is JSON that
 * the policy engine cannot use. If all declared types are `string`, the engine never parses the value as JSON, so the
 * second check is skipped.
 */
export function valueProblems(
  policies: readonly UsingPolicy[],
  key: string,
  { values, pointer }: { readonly values: readonly string[]; readonly pointer: string },
): readonly Problem[] {
  const parsed = values.map(jsonOrText);
  for (const policy of policies) {
    const type = typeIn(policy, key);
    if (type === undefined || parsed.every(isOfType[type])) continue;
    const detail = `The policy ${policy.name} declares that the parameter ${key} is of type ${type}, but the value is not: send a JSON value of this type`;
    return [problemAt(pointer, 'invalid', detail)];
  }
  const isText = declaredTypes(policies, key).join() === 'string';
  const unusable = isText ? undefined : values.map(unusableJson).find((reason) => reason !== undefined);
  return unusable === undefined ? [] : [problemAt(pointer, 'invalid', `${unusable}. ${hint}`)];
}

/**
 * Returns a notice if no policy of the set reads the parameter. Returns none if the parameters that one of the policies
 * reads are unknown.
 */
export function unreadNotices(policies: readonly UsingPolicy[], key: string): readonly string[] {
  const mayRead = ({ uses }: UsingPolicy): boolean =>
    uses?.some((use) => use['is-read'] === true && (use.key === key || use.key === '')) ?? true;
  return policies.length === 0 || policies.some(mayRead)
    ? []
    : [
        `No policy of this set reads the parameter ${key}. Check the key: a policy reads input.parameters[${JSON.stringify(key)}].`,
      ];
}
