import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { integer, json, nullable, table, text, time } from '../../../kernel/columns.ts';

/** Recorded input of an evaluation, with sensitive values masked. It may be kept longer than the evaluation. */
export const policyInputs = entity('policy_inputs', {
  id: text(),
  organization_id: text(),
  evaluation_id: text(),
  workspace_id: nullable(text()),
  /** Name of the workspace at the time of the evaluation. */
  workspace_name: attribute(nullable(text())),
  /** SHA-256 of the plan as it was uploaded, in hex. */
  digest: attribute(text(), { as: 'input-digest' }),
  /** Size of both documents as JSON, and their stored size, in bytes. */
  size: attribute(integer()),
  stored_size: attribute(integer()),
  /** Number of masked values. */
  masked: attribute(integer(), { as: 'masked-values' }),
  /** Policy outcomes of the evaluation: a JSON list of `RecordedOutcome`. */
  outcomes: json(),
  engine_version: attribute(nullable(text())),
  /** Time that the policies saw as the current time. */
  evaluated_at: attribute(time()),
  created_at: attribute(time()),
  expires_at: attribute(time()),
});

/** A piece of the two documents, compressed and encrypted. */
export const policyInputChunks = table('policy_input_chunks', {
  id: text(),
  input_id: text(),
  position: integer(),
  sealed: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyInputs, typeof policyInputChunks]> {}
}
