import { attribute, entity } from '../../../jsonapi/entity.ts';
import { integer, json, nullable, table, text, time } from '../../../kernel/columns.ts';

/**
 * Recorded input of an evaluation, in which sensitive values are masked. The input may be stored longer than the
 * evaluation.
 */
export const policyInputs = entity('policy_inputs', {
  id: text(),
  organization_id: text(),
  evaluation_id: text(),
  workspace_id: nullable(text()),
  /** Name of the workspace at the time of the evaluation. */
  workspace_name: attribute(nullable(text())),
  /** SHA-256 of the plan in the encoding in which it was uploaded, in hex. */
  digest: attribute(text(), { as: 'input-digest' }),
  /**
   * `size` is the total size of the input's two documents as JSON, and `stored_size` is their size in the database.
   * Both sizes are in bytes.
   */
  size: attribute(integer()),
  stored_size: attribute(integer()),
  /** Number of sensitive values that were masked. */
  masked: attribute(integer(), { as: 'masked-values' }),
  /** Policy outcomes of the evaluation, as JSON: a list of `RecordedOutcome`. */
  outcomes: json(),
  engine_version: attribute(nullable(text())),
  /** Time that the policies saw as the current time. */
  evaluated_at: attribute(time()),
  created_at: attribute(time()),
  expires_at: attribute(time()),
});

/** A piece of a recorded input, compressed and encrypted. The input consists of two documents: the plan and the run. */
export const policyInputChunks = table('policy_input_chunks', {
  id: text(),
  input_id: text(),
  position: integer(),
  sealed: text(),
});
