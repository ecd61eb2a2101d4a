import { type Static, Type } from 'typebox';
import { newReasons } from '../../../effects/policy-engine/answers.ts';
import { withExplanation } from '../../../effects/policy-engine/new-sentence.ts';
import { creatorOf, creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { introductions } from '../../../kernel/introduction.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { parseInTurns } from '../../../lib/json/parse-in-turns.ts';
import { shortened } from '../../../lib/text/text.ts';
import { memberText } from '../../../protocols/policy-output/member-text.ts';
import { severities, severityOf } from '../../../protocols/policy-output/severity.ts';
import { policyEvaluations, policySetOutcomes } from './entity.ts';
import type { Outcome, ResultCounts } from './outcomes.ts';
import { canBeOverridden } from './override.ts';
import { countsForWorkspace } from './place.ts';
import { progressSchema } from './progress.ts';
import type { ShownEvaluation } from './shown.ts';
import type { ShowableOutcomeRow } from './store.ts';

const countsSchema = Exactly({
  'advisory-failed': Type.Integer(),
  'mandatory-failed': Type.Integer(),
  passed: Type.Integer(),
  errored: Type.Integer(),
  'shadow-passed': Type.Integer(),
  'shadow-failed': Type.Integer(),
  'shadow-errored': Type.Integer(),
  exempted: Type.Integer(),
  old: Type.Integer(),
  unknown: Nullable(Type.Integer()),
});

const countsOf = (counts: ResultCounts) => ({
  'advisory-failed': counts.advisory_failed,
  'mandatory-failed': counts.mandatory_failed,
  passed: counts.passed,
  errored: counts.errored,
  'shadow-passed': counts.shadow_passed,
  'shadow-failed': counts.shadow_failed,
  'shadow-errored': counts.shadow_errored,
  exempted: counts.exempted,
  old: counts.old,
  unknown: counts.unknown,
});

const overrideSchema = Exactly({
  comment: Type.String(),
  at: Type.String(),
  by: creatorSchema,
  'expires-at': Nullable(Type.String()),
  approval: Nullable(Type.String()),
});

/** Overrides that older releases stored have no approval. */
const overrideIn = (stored: Omit<Static<typeof overrideSchema>, 'approval'>) => ({
  approval: null,
  ...stored,
  by: creatorOf(stored.by),
});

const permissionsSchema = Exactly({
  'can-override': Type.Boolean(),
  'can-exempt': Type.Boolean(),
  'can-cancel': Type.Boolean(),
});

/** Policy sets whose approvers must override the evaluation, with the names of the approver teams. */
const missingApprovalsSchema = Type.Array(
  Exactly({ 'policy-set': Type.String(), name: Type.String(), teams: Type.Array(Type.String()) }),
);

/** The client's description of the run; empty if the description is not stored. */
const runSchema = Type.Record(Type.String(), Type.Unknown());

const self = ({ id }: ShownEvaluation): string => `/api/v2/policy-evaluations/${id}`;

/** Attributes of an evaluation in responses. */
export const evaluationAttributes = {
  ...policyEvaluations.shown,
  'policy-kind': shown(Type.Literal('opa'), () => 'opa' as const),
  'result-count': shown(countsSchema, countsOf),
  'status-timestamps': shown(Type.Record(Type.String(), Type.String()), (row: ShownEvaluation) =>
    JSON.parse(row.status_timestamps),
  ),
  'counts-for-workspace': shown(Nullable(Type.Boolean()), (row: ShownEvaluation) => countsForWorkspace(row) ?? null),
  error: shown(Nullable(Type.String()), ({ problem }: ShownEvaluation) => problem),
  overridable: shown(Type.Boolean(), canBeOverridden),
  notices: shown(Type.Array(Type.String()), ({ notices }: ShownEvaluation) => JSON.parse(notices)),
  override: shown(Nullable(overrideSchema), ({ override }: ShownEvaluation) =>
    override === null ? null : overrideIn(JSON.parse(override)),
  ),
  'created-by': shown(creatorSchema, ({ created_by }: ShownEvaluation) => creatorOf(JSON.parse(created_by))),
  run: shown(Type.Optional(runSchema), ({ run, isListed }: ShownEvaluation) =>
    isListed ? undefined : JSON.parse(run),
  ),
  permissions: shown(
    Type.Optional(permissionsSchema),
    ({ permissions: may }: ShownEvaluation) =>
      may && { 'can-override': may.canOverride, 'can-exempt': may.canExempt, 'can-cancel': may.canCancel },
  ),
  'missing-approvals': shown(Type.Optional(missingApprovalsSchema), ({ missingApprovals }: ShownEvaluation) =>
    missingApprovals?.map(({ id, name, teams }) => ({
      'policy-set': id,
      name,
      teams: teams.map((team) => team.name),
    })),
  ),
  progress: shown(Type.Optional(progressSchema), ({ progress }: ShownEvaluation) => progress),
};

/**
 * An evaluation. Attributes that existing clients read keep their names and shapes; new attributes have other names.
 */
export const evaluationResource = resource<ShownEvaluation>({
  type: 'policy-evaluations',
  attributes: evaluationAttributes,
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    project: { to: 'projects', one: ({ project_id }) => project_id },
  },
  links: {
    self,
    'policy-set-outcomes': (row) => `${self(row)}/policy-set-outcomes`,
    findings: (row) => `${self(row)}/findings`,
  },
  optionalLinks: {
    upload: (row) =>
      row.status === 'pending' && row.input_digest === null && row.isChangeable ? `${self(row)}/upload` : undefined,
  },
});

const exemptionSchema = Type.Object({
  links: Exactly({ self: Type.String() }),
  id: Type.String(),
  resource_address: Nullable(Type.String()),
  reason: Type.String(),
  owner: Type.String(),
  expires_at: Nullable(Type.String()),
});

const externalSchema = Type.Object({
  by: creatorSchema,
  at: Type.String(),
  source: Nullable(Type.String()),
});

const approvalSchema = Type.Object({
  links: Exactly({ self: Type.String() }),
  id: Type.String(),
  by: creatorSchema,
  comment: Type.String(),
  expires_at: Type.String(),
  findings: Type.Array(Type.Integer()),
});

const metadataSchema = Type.Object({
  title: Type.String(),
  description: Type.String(),
  severity: Type.String(),
  remediation: Type.String(),
  related_resources: Type.Array(Type.Object({ ref: Type.String(), description: Type.String() })),
});

export const unknownSchema = Type.Object({
  'depends-on': Type.Array(
    Type.Object({
      address: Type.String(),
      attribute: Type.String(),
      how: Type.Enum(['decides', 'one-of', 'looks-at']),
      written: Type.Boolean(),
      from: Type.Optional(Type.String()),
    }),
  ),
  count: Type.Integer(),
  'is-complete': Type.Boolean(),
});

export const newReasonSchema = Type.Object({
  reason: Type.Enum([...newReasons]),
  names: Type.Array(Type.String()),
  'same-before': Type.Boolean(),
  message: Nullable(Type.String()),
});

const outcomeSchema = Type.Object({
  policy_id: Type.String(),
  policy_name: Type.String(),
  policy_revision: Nullable(Type.Integer()),
  query: Type.String(),
  enforcement_level: Type.String(),
  introduction: Type.Enum([...introductions]),
  shadow: Type.Boolean(),
  status: Type.Enum(['passed', 'failed', 'errored', 'unreachable']),
  description: Type.String(),
  severity: Nullable(Type.Enum([...severities])),
  output: Type.Array(Type.Unknown()),
  message: Type.String(),
  output_count: Type.Integer(),
  exempt: Type.Boolean(),
  exemptions: Type.Array(exemptionSchema),
  exempted_output: Type.Array(Type.Unknown()),
  approvals: Type.Array(approvalSchema),
  old: Type.Boolean(),
  old_output: Type.Array(Type.Unknown()),
  old_output_count: Type.Integer(),
  new_reasons: Type.Array(newReasonSchema),
  external: Nullable(externalSchema),
  problems: Type.Array(Type.String()),
  prints: Type.Array(Type.String()),
  duration_ms: Type.Number(),
  rego_version: Nullable(Type.String()),
  metadata: Nullable(metadataSchema),
  depends_on_unknown: Nullable(unknownSchema),
});

/** Outcomes of a set in the form that API responses contain. */
export interface ShownOutcomes extends Omit<ShowableOutcomeRow, 'outcomes'> {
  readonly outcomes: readonly Static<typeof outcomeSchema>[];
}

/** Maximum number of findings in the message about a policy, and maximum length of the message in characters. */
const [maxFindings, maxMessage] = [20, 2_000];

/** Formats the findings of a policy as text, one per line. */
function messageOf({ output, output_count: count }: Outcome): string {
  const lines = output.slice(0, maxFindings).map(memberText);
  const left = count - lines.length;
  return shortened([...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n'), maxMessage);
}

/**
 * Converts stored outcomes to the form that API responses contain. `pathPrefix` is prepended to links, see
 * `pathPrefixOf`.
 */
export async function shownOutcomes(rows: readonly ShowableOutcomeRow[], pathPrefix: string): Promise<ShownOutcomes[]> {
  const takeTurns = newTurns();
  const shownRows: ShownOutcomes[] = [];
  for (const row of rows) {
    const outcomes: Static<typeof outcomeSchema>[] = [];
    for (const outcome of await parseInTurns(row.outcomes, takeTurns)) {
      outcomes.push({ ...outcome, ...derivedFrom(outcome, pathPrefix) });
      await takeTurns();
    }
    shownRows.push({ ...row, outcomes });
  }
  return shownRows;
}

const derivedFrom = (outcome: Outcome, pathPrefix: string) => ({
  // `metadata`, `depends_on_unknown` and `new_reasons` can be absent in stored outcomes.
  metadata: outcome.metadata ?? null,
  depends_on_unknown: outcome.depends_on_unknown ?? null,
  new_reasons: (outcome.new_reasons ?? []).map(withExplanation),
  shadow: outcome.introduction === 'shadow',
  severity: severityOf(outcome.metadata?.severity) ?? null,
  message: messageOf(outcome),
  exemptions: outcome.exemptions.map((each) => ({
    ...each,
    links: { self: `${pathPrefix}/api/v2/policy-exemptions/${each.id}` },
  })),
  external: outcome.external && { ...outcome.external, by: creatorOf(outcome.external.by) },
  approvals: (outcome.approvals ?? []).map((each) => ({
    ...each,
    by: creatorOf(each.by),
    links: { self: `${pathPrefix}/api/v2/policy-approvals/${each.id}` },
  })),
});

const outcomeAttributes = {
  ...policySetOutcomes.shown,
  outcomes: shown(Type.Array(outcomeSchema), ({ outcomes }: ShownOutcomes) => outcomes),
  // The attribute name has an underscore, because existing clients expect this name.
  result_count: shown(countsSchema, countsOf),
};

export const outcomeResource = resource<ShownOutcomes>({
  type: 'policy-set-outcomes',
  attributes: outcomeAttributes,
  relationships: {
    'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id },
  },
  links: { self: ({ id }) => `/api/v2/policy-set-outcomes/${id}` },
});
