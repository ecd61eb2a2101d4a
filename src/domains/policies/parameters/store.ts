import { list } from '../../../db/list.ts';
import { query, total } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
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

export const parameterById = query<{ policySet: string; id: string }>()((db, { policySet, id }) =>
  db
    .selectFrom('policy_set_parameters')
    .select(policySetParameters.all)
    .where('policy_set_id', '=', policySet)
    .where('id', '=', id),
);

export const countParameters = query<{ policySet: string }>()((db, { policySet }) =>
  db.selectFrom('policy_set_parameters').select(total).where('policy_set_id', '=', policySet),
);

/** Lists the parameters of a policy set, sorted by key. */
export const parameterList = list<{ policySet: string }>()(
  (db, { policySet }) =>
    db.selectFrom('policy_set_parameters').select(policySetParameters.all).where('policy_set_id', '=', policySet),
  (rows) => rows.orderBy('policy_set_parameters.key'),
);
