// The tables `policy_inputs` and `policy_input_chunks`.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { equal } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, updater } from '../../../db/writes.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { policyInputs } from './entity.ts';

/** A recorded input with the name of its organization. */
export interface InputRow extends StoredRow<'policy_inputs'> {
  readonly organization_name: string;
}

export const insertInput = inserter('policy_inputs');
export const insertInputChunk = inserter('policy_input_chunks');
export const updateInput = updater('policy_inputs');
export const deleteInputRow = deleter('policy_inputs');

/** Deletes an organization's recorded inputs and returns their number. */
export const deleteInputsOf = deleter('policy_inputs', 'organization_id');

export const inputChunkPlace = (id: string): SecretPlace => ({ table: 'policy_input_chunks', column: 'sealed', id });

/**
 * Selects the number of days for which an organization stores recorded inputs; null if the organization does not record
 * inputs.
 */
export const inputDays = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('organizations').select('policy_input_days as days').where('id', '=', organization),
);

const inputRows = (db: Builder) =>
  db
    .selectFrom('policy_inputs')
    .innerJoin('organizations', 'organizations.id', 'policy_inputs.organization_id')
    .select(policyInputs.all)
    .select('organizations.name as organization_name');

export const inputOfOrganization = query<{ organization: string; id: string }>()((db, { organization, id }) =>
  inputRows(db).where('policy_inputs.id', '=', id).where('policy_inputs.organization_id', '=', organization),
);

/** Selects the organization's newest recorded input with which the policy failed. */
export const inputThatFailed = query<{ organization: string; policy: string }>()(
  (db, { organization, policy }, engine) =>
    inputRows(db)
      .where('policy_inputs.organization_id', '=', organization)
      .where(({ ref }) => hasFailed(engine, ref('policy_inputs.outcomes'), policy))
      .orderBy('policy_inputs.created_at', 'desc')
      .orderBy('policy_inputs.id', 'desc')
      .limit(1),
);

function hasFailed(engine: Engine, outcomes: Expression<string>, policy: string): Expression<SqlBool> {
  const members = engine === 'sqlite' ? sql`json_each(${outcomes})` : sql`json_array_elements(${outcomes}::json)`;
  return sql<SqlBool>`exists (select 1 from ${members} as each_outcome
    where each_outcome.value ->> 'policy' = ${policy} and each_outcome.value ->> 'status' = 'failed')`;
}

/** Lists an organization's recorded inputs, from newest to oldest. */
export const inputList = list<{ organization: string }>()(
  (db, { organization }) => inputRows(db).where('policy_inputs.organization_id', '=', organization),
  (rows) => rows.orderBy('policy_inputs.created_at', 'desc').orderBy('policy_inputs.id', 'desc'),
  {
    filters: {
      'filter[workspace]': equal('policy_inputs.workspace_id'),
      'filter[since]': { isTime: true, where: (eb, since) => eb('policy_inputs.created_at', '>=', since) },
      'filter[until]': { isTime: true, where: (eb, until) => eb('policy_inputs.created_at', '<', until) },
    },
  },
);

/**
 * Selects an organization's recorded inputs with their stored sizes, from oldest to newest. The limits keep this list
 * short.
 */
export const storedInputs = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_inputs')
    .select(['id', 'stored_size', 'created_at'])
    .where('organization_id', '=', organization)
    .orderBy('created_at')
    .orderBy('id'),
);

export const inputChunkAt = query<{ input: string; position: number }>()((db, { input, position }) =>
  db
    .selectFrom('policy_input_chunks')
    .select(['id', 'sealed'])
    .where('input_id', '=', input)
    .where('position', '=', position),
);

/** Deletes the given inputs. */
export async function deleteInputs(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db.deleteFrom('policy_inputs').where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(ids))),
  );
}
