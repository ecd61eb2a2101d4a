import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { integer, json, nullable, table, text, time } from '../../../kernel/columns.ts';

/** Input with which policies were evaluated, without what is sensitive. It outlives the evaluation. */
export const policyInputs = entity('policy_inputs', {
  id: text(),
  organization_id: text(),
  evaluation_id: text(),
  workspace_id: nullable(text()),
  /** As it was called when the plan was evaluated. */
  workspace_name: attribute(nullable(text())),
  /** SHA-256 of the plan as it came, in hex. */
  digest: attribute(text(), { as: 'input-digest' }),
  /** Of both documents as JSON, in bytes; and what is stored of them. */
  size: attribute(integer()),
  stored_size: attribute(integer()),
  /** Number of masked values. */
  masked: attribute(integer(), { as: 'masked-values' }),
  /** Outcomes of the evaluation: a list of `RecordedOutcome`. */
  outcomes: json(),
  engine_version: attribute(nullable(text())),
  /** The time that policies see. */
  evaluated_at: attribute(time()),
  created_at: attribute(time()),
  expires_at: attribute(time()),
});

/** A piece of both documents, compressed and sealed. */
export const policyInputChunks = table('policy_input_chunks', {
  id: text(),
  input_id: text(),
  position: integer(),
  sealed: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyInputs, typeof policyInputChunks]> {}
}
