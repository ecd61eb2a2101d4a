// Compares parameters with the policies of their set, as far as the stored code checks describe them.
import { sql } from 'kysely';
import type { Reader } from '../../../db/database.ts';
import type { Engine } from '../../../db/engine.ts';
import { jsonText } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { ParameterType, ParameterUse } from '../../../effects/policy-engine/answers.ts';
import { type Problem, problemAt } from '../../../jsonapi/errors.ts';
import { isUnchecked } from '../policies/store.ts';
import type { PolicySetRow } from '../policy-sets/store.ts';

/** A policy of a set, and the parameters that it reads or declares; undefined if it is unknown which. */
interface UsingPolicy {
  readonly name: string;
  readonly uses: readonly ParameterUse[] | undefined;
}

const usesIn = (engine: Engine, table: 'policies' | 'policy_archive_policies') =>
  jsonText(engine, sql.ref<string>(`${table}.code_check`), 'parameters');

const usesOfSet = query<{ policySet: string }>()((db, { policySet }, engine) =>
  db
    .selectFrom('policies')
    .innerJoin('policy_set_policies', 'policy_set_policies.policy_id', 'policies.id')
    .select('policies.name')
    .select(sql<string | null>`case when ${isUnchecked} then null else ${usesIn(engine, 'policies')} end`.as('uses'))
    .where('policy_set_policies.policy_set_id', '=', policySet)
    .orderBy('policies.name'),
);

const usesOfVersion = query<{ version: string }>()((db, { version }, engine) =>
  db
    .selectFrom('policy_set_versions')
    .innerJoin('policy_archive_policies', 'policy_archive_policies.archive_id', 'policy_set_versions.archive_id')
    .select('policy_archive_policies.name')
    .select(sql<string | null>`${usesIn(engine, 'policy_archive_policies')}`.as('uses'))
    .where('policy_set_versions.id', '=', version)
    .orderBy('policy_archive_policies.name'),
);

/** Returns the current policies of a set with the parameters that they use. */
export async function usingPolicies(
  reader: Reader,
  { id, current_version_id: version }: Pick<PolicySetRow, 'id' | 'current_version_id'>,
): Promise<readonly UsingPolicy[]> {
  const rows = await (version === null
    ? reader.rows(usesOfSet, { policySet: id })
    : reader.rows(usesOfVersion, { version }));
  return rows.map(({ name, uses }) => ({ name, uses: uses === null ? undefined : JSON.parse(uses) }));
}

const isOfType: Readonly<Record<ParameterType, (value: unknown) => boolean>> = {
  string: () => true,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Returns a problem if a policy declares a type for the parameter and one of the values is not of this type. */
export function typeProblems(
  policies: readonly UsingPolicy[],
  key: string,
  { values, pointer }: { readonly values: readonly string[]; readonly pointer: string },
): readonly Problem[] {
  const parsed = values.map(jsonOrText);
  for (const { name, uses = [] } of policies) {
    const type = uses.find((use) => use.key === key)?.type;
    if (type === undefined || parsed.every(isOfType[type])) continue;
    const detail = `The policy ${name} declares that the parameter ${key} is of type ${type}, but the value is not: send a JSON value of this type`;
    return [problemAt(pointer, 'invalid', detail)];
  }
  return [];
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a notice if no policy of the set reads the parameter. Whether a policy reads it must be known of each. */
export function unreadNotices(policies: readonly UsingPolicy[], key: string): readonly string[] {
  const mayRead = ({ uses }: UsingPolicy): boolean =>
    uses?.some((use) => use['is-read'] === true && (use.key === key || use.key === '')) ?? true;
  return policies.length === 0 || policies.some(mayRead)
    ? []
    : [
        `No policy of this set reads the parameter ${key}. Check the key: a policy reads input.parameters[${JSON.stringify(key)}].`,
      ];
}
