// Schema of the JSON reports of `tipstaff check`, with the members that a comment shows. Other members are ignored.
import { type Static, Type } from 'typebox';
import { newReasons } from '../../effects/policy-engine/answers.ts';
import { Count, Nullable } from '../../jsonapi/schema.ts';
import { introductions } from '../../kernel/introduction.ts';

const maxTexts = 1_000;

const textList = Type.Array(Type.String(), { maxItems: maxTexts });

const problemSchema = Type.Object({
  code: Type.String(),
  severity: Type.Enum(['error', 'warning']),
  message: Type.String(),
  file: Type.Optional(Type.String()),
  row: Type.Optional(Count(0)),
  column: Type.Optional(Count(0)),
  hint: Type.Optional(Type.String()),
});

const metadataSchema = Type.Object({
  title: Type.String(),
  description: Type.String(),
  severity: Type.String(),
  remediation: Type.String(),
  related_resources: Type.Array(Type.Object({ ref: Type.String(), description: Type.String() })),
});

const newReasonSchema = Type.Object({
  reason: Type.Enum([...newReasons]),
  names: textList,
  'same-before': Type.Boolean(),
  message: Nullable(Type.String()),
});

const sourceLinesSchema = Type.Array(
  Nullable(Type.Object({ file: Type.String(), line: Count(1), kind: Type.Enum(['block', 'call']) })),
);

const unknownAttributeSchema = Type.Object({
  address: Type.String(),
  attribute: Type.String(),
  how: Type.Enum(['decides', 'one-of', 'looks-at']),
  written: Type.Boolean(),
  from: Type.Optional(Type.String()),
});

const approvalSchema = Type.Object({
  id: Type.String(),
  by: Type.String(),
  comment: Type.String(),
  'expires-at': Type.String(),
  findings: Type.Array(Count(0)),
});

const policySchema = Type.Object({
  name: Type.String(),
  id: Type.Optional(Type.String({ pattern: '^[\\w-]{1,100}$' })),
  description: Nullable(Type.String()),
  'enforcement-level': Type.String(),
  introduction: Type.Enum([...introductions]),
  exempt: Type.Boolean(),
  approved: Type.Boolean(),
  approvals: Type.Array(approvalSchema, { maxItems: maxTexts }),
  status: Type.Enum(['passed', 'failed', 'errored', 'unreachable']),
  output: Type.Array(Type.Unknown()),
  'output-count': Count(0),
  'old-output': Type.Array(Type.Unknown()),
  'old-output-count': Count(0),
  'new-reasons': Type.Array(newReasonSchema),
  sources: Type.Optional(sourceLinesSchema),
  'old-sources': Type.Optional(sourceLinesSchema),
  problems: Type.Array(problemSchema, { maxItems: maxTexts }),
  metadata: Type.Optional(metadataSchema),
  'depends-on-unknown': Type.Optional(Type.Array(unknownAttributeSchema, { maxItems: maxTexts })),
  'depends-on-unknown-count': Type.Optional(Count(0)),
  'unknown-examined-completely': Type.Optional(Type.Boolean()),
});

const pipelineSchema = Type.Object({
  platform: Type.Enum(['github', 'gitlab']),
  repository: Type.String(),
  commit: Type.Optional(Type.String()),
});

const planSchema = Type.Object({
  name: Type.String({ pattern: '\\S', maxLength: 4_096 }),
  pipeline: Type.Optional(pipelineSchema),
  source: Type.Enum(['plan', 'state']),
  'not-checked': Type.Optional(textList),
  notices: textList,
  evaluation: Type.Optional(Type.Object({ id: Type.String(), url: Type.String(), workspace: Nullable(Type.String()) })),
  policies: Type.Array(policySchema, { maxItems: 5_000 }),
});

/** Documents of the plans in a report. */
export const plansSchema = Type.Array(planSchema, { minItems: 1, maxItems: 500 });

export type ReportedPlan = Static<typeof planSchema>;

export type ReportedPolicy = Static<typeof policySchema>;
