import { isInJsonArray } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { SecretPlace, Vault } from '../../../kernel/secrets.ts';
import { policySetParameters } from './entity.ts';

export type ParameterRow = StoredRow<'policy_set_parameters'>;

const violations = {
  policy_set_parameters_policy_set_id_key_key: attributeProblem('key', 'taken', 'Key has already been taken'),
};

export const insertParameter = explained(violations, inserter('policy_set_parameters'));
export const updateParameterRow = explained(violations, updater('policy_set_parameters'));
export const deleteParameterRow = deleter('policy_set_parameters');

/**
 * Location of a sensitive parameter's encrypted value: its table, column and row. The value can be decrypted only with
 * the same location.
 */
export const parameterPlace = (id: string): SecretPlace => ({
  table: 'policy_set_parameters',
  column: 'sealed_value',
  id,
});

/** Returns the value of a parameter or an override, decrypted if necessary. */
export const openedValue = (
  { vault }: { readonly vault: Vault },
  place: SecretPlace,
  { value, sealed_value }: Pick<ParameterRow, 'value' | 'sealed_value'>,
): string => (sealed_value === null ? (value ?? '') : vault.open(place, sealed_value));

/** Returns the columns that store a value: `sealed_value` if the parameter is sensitive, otherwise `value`. */
export const storedValue = (
  { vault }: { readonly vault: Vault },
  place: SecretPlace,
  { is_sensitive }: Pick<ParameterRow, 'is_sensitive'>,
  value: string,
) => (is_sensitive === 1 ? { value: null, sealed_value: vault.seal(place, value) } : { value, sealed_value: null });

const parameters = (db: Builder, policySet: string) =>
  db
    .selectFrom('policy_set_parameters')
    .select(policySetParameters.all)
    .select((parameter) =>
      parameter
        .selectFrom('policy_parameter_overrides')
        .select(total)
        .whereRef('parameter_id', '=', 'policy_set_parameters.id')
        .$asScalar()
        .$notNull()
        .as('override_count'),
    )
    .where('policy_set_id', '=', policySet);

/** A parameter with the number of its overrides. */
export type CountedParameter = RowsOf<typeof parameterById>;

export const parameterById = query<{ policySet: string; id: string }>()((db, { policySet, id }) =>
  parameters(db, policySet).where('id', '=', id),
);

export const countParameters = query<{ policySet: string }>()((db, { policySet }) =>
  db.selectFrom('policy_set_parameters').select(total).where('policy_set_id', '=', policySet),
);

/** Selects the parameters of policy sets, sorted by key; `policySets` is a JSON array. */
export const parametersOfSets = query<{ policySets: string }>()((db, { policySets }, engine) =>
  db
    .selectFrom('policy_set_parameters')
    .select(policySetParameters.all)
    .where(({ ref }) => isInJsonArray(engine, ref('policy_set_id'), policySets))
    .orderBy('key'),
);

/** Selects up to two sets that contain a policy. Two are enough to detect that the policy is in more than one set. */
export const setsOfPolicy = query<{ policy: string }>()((db, { policy }) =>
  db
    .selectFrom('policy_set_policies')
    .select('policy_set_id as id')
    .where('policy_id', '=', policy)
    .orderBy('policy_set_id')
    .limit(2),
);

/** Lists the parameters of a policy set, sorted by key. */
export const parameterList = list<{ policySet: string }>()(
  (db, { policySet }) => parameters(db, policySet),
  (rows) => rows.orderBy('policy_set_parameters.key'),
);
