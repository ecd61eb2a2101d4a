import type { Evaluation } from '../../api/evaluations.ts';
import type { Finding } from '../../api/findings.ts';
import { StatusDot } from '../../components/status-dot.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { countOf, upper } from '../../texts/evaluations.ts';

const tones: Readonly<Record<string, Tone>> = {
  passed: 'good',
  failed: 'bad',
  errored: 'bad',
  unreachable: 'warned',
  overridden: 'warned',
};

/** Returns the tone for a status of an evaluation or of a workspace. */
export const toneOf = (status: string): Tone => tones[status] ?? 'neutral';

type Severity = NonNullable<Finding['attributes']['severity']>;

const severityTones: Readonly<Partial<Record<Severity, Tone>>> = { critical: 'bad', high: 'bad', medium: 'warned' };

export const SeverityTag = ({ severity }: { readonly severity: Severity }) => (
  <Tag tone={severityTones[severity] ?? 'neutral'}>{upper(severity)}</Tag>
);

export const StatusTag = ({ status }: { readonly status: Evaluation['attributes']['status'] }) => (
  <Tag tone={toneOf(status)}>{upper(status)}</Tag>
);

type TaggedAttributes = Pick<Evaluation['attributes'], 'status' | 'source' | 'nothing-evaluated' | 'result-count'>;

/**
 * Badge with the status of an evaluation. If an evaluation passed because no policy was evaluated, or although policies
 * have old findings, the badge says so. An evaluation of a state has a second badge.
 */
export const EvaluationTag = ({
  evaluation: { attributes },
}: {
  readonly evaluation: { readonly attributes: TaggedAttributes };
}) => (
  <>
    {attributes.status === 'passed' && attributes['nothing-evaluated'] ? (
      <Tag tone="warned">Passed: no policy was evaluated</Tag>
    ) : attributes.status === 'passed' && attributes['result-count'].old > 0 ? (
      <Tag tone="good">Passed with old findings</Tag>
    ) : (
      <StatusTag status={attributes.status} />
    )}
    {attributes.source === 'state' && (
      <>
        {' '}
        <Tag>State</Tag>
      </>
    )}
  </>
);

/** Status of an evaluation in one line of a list. */
export const EvaluationDot = ({ evaluation: { attributes } }: { readonly evaluation: Evaluation }) =>
  attributes.status === 'passed' && attributes['nothing-evaluated'] ? (
    <StatusDot tone="warned">Passed: no policy was evaluated</StatusDot>
  ) : (
    <StatusDot tone={toneOf(attributes.status)}>{upper(attributes.status)}</StatusDot>
  );

/** Describes how many policies had each result. Empty if no policy was evaluated. */
export function countsOf({ attributes: { 'result-count': counts } }: Evaluation): string {
  const parts = [
    countOf(counts['mandatory-failed'], 'mandatory failed'),
    countOf(counts['advisory-failed'], 'advisory failed'),
    countOf(counts.errored, 'errored'),
    countOf(counts.passed, 'passed'),
    countOf(counts.old, 'with only old findings'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
