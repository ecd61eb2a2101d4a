import type { Evaluation } from '../../api/evaluations.ts';
import { Tag, type Tone } from '../../components/tag.tsx';
import { t } from '../../texts/policy-sets.ts';

const tones: Readonly<Record<string, Tone>> = {
  passed: 'good',
  failed: 'bad',
  errored: 'bad',
  unreachable: 'warned',
  overridden: 'warned',
};

export const StatusTag = ({ status }: { readonly status: Evaluation['attributes']['status'] }) => (
  <Tag tone={tones[status] ?? 'neutral'}>{t.statusName(status)}</Tag>
);
