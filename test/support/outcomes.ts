// Policy and policy set outcomes of an evaluation.
import type { Outcome, SetOutcome } from '../../src/domains/policies/evaluations/outcomes.ts';

/** Minimal outcome of a failed policy. */
export const someOutcome: Outcome = {
  policy_id: 'pol-0123456789abcdef',
  policy_name: 'buckets',
  policy_revision: 1,
  query: 'data.p.deny',
  enforcement_level: 'mandatory',
  introduction: 'enforce',
  status: 'failed',
  description: '',
  output: [],
  output_count: 0,
  exempt: false,
  exemptions: [],
  exempted_output: [],
  old: false,
  old_output: [],
  old_output_count: 0,
  external: null,
  problems: [],
  prints: [],
  duration_ms: 1,
  rego_version: 'v1',
  metadata: null,
};

/** Outcome of a policy set without policies. */
export const someSet: SetOutcome = {
  policy_set_id: 'polset-0123456789abcdef',
  policy_set_name: 'baseline',
  policy_set_description: null,
  kind: 'opa',
  is_overridable: 0,
  outcomes: [],
  true_lines: null,
};
