// The table `policy_parameter_overrides`.
import { isInJsonArray } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf, total } from '../../../db/query.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { parameterOverrides } from './entity.ts';

/** An override, with the policy set of its parameter and whether the parameter is sensitive. */
export type OverrideRow = RowsOf<typeof overrideById>;

const violations = {
  policy_parameter_overrides_parameter_id_place_key: {
    code: 'taken',
    detail: 'The parameter already has an override in this place: change that override instead',
  },
} as const;

export const insertOverride = explained(violations, inserter('policy_parameter_overrides'));
export const updateOverrideRow = updater('policy_parameter_overrides');
export const deleteOverrideRow = deleter('policy_parameter_overrides');

/** Location of the encrypted value of an override. */
export const overridePlace = (id: string): SecretPlace => ({
  table: 'policy_parameter_overrides',
  column: 'sealed_value',
  id,
});

const overrides = (db: Builder) =>
  db
    .selectFrom('policy_parameter_overrides')
    .innerJoin('policy_set_parameters', 'policy_set_parameters.id', 'policy_parameter_overrides.parameter_id')
    .select(parameterOverrides.all)
    .select(['policy_set_parameters.policy_set_id', 'policy_set_parameters.is_sensitive']);

export const overrideById = query<{ parameter: string; id: string }>()((db, { parameter, id }) =>
  overrides(db)
    .where('policy_parameter_overrides.parameter_id', '=', parameter)
    .where('policy_parameter_overrides.id', '=', id),
);

/** Counts the overrides of all parameters of a policy set. */
export const countOverrides = query<{ policySet: string }>()((db, { policySet }) =>
  db
    .selectFrom('policy_parameter_overrides')
    .innerJoin('policy_set_parameters', 'policy_set_parameters.id', 'policy_parameter_overrides.parameter_id')
    .select(total)
    .where('policy_set_parameters.policy_set_id', '=', policySet),
);

/** Lists the overrides of a parameter: those for projects, then those for tags, then those for workspaces. */
export const overrideList = list<{ parameter: string }>()(
  (db, { parameter }) => overrides(db).where('policy_parameter_overrides.parameter_id', '=', parameter),
  (rows) => rows.orderBy('policy_parameter_overrides.place'),
);

export const overridesOfParameter = query<{ parameter: string }>()((db, { parameter }) =>
  overrides(db).where('policy_parameter_overrides.parameter_id', '=', parameter),
);

/**
 * Selects the overrides of the given parameters in the given places. Both arguments are JSON arrays: `parameters` has
 * identifiers, and `places` has values of the column `place`.
 */
export const overridesInPlaces = query<{ parameters: string; places: string }>()((db, { parameters, places }, engine) =>
  db
    .selectFrom('policy_parameter_overrides')
    .select(parameterOverrides.all)
    .where(({ ref }) => isInJsonArray(engine, ref('parameter_id'), parameters))
    .where(({ ref }) => isInJsonArray(engine, ref('place'), places)),
);
