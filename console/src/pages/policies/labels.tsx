// Labels of policies in lists and on pages.
import { differing } from '../../../../client/vocabulary.generated.ts';
import { boot } from '../../api/boot.ts';
import { isMandatory, type Kind, type Policy } from '../../api/policies.ts';
import { Tag } from '../../components/tag.tsx';
import { t } from '../../texts/policies.ts';

/** The word of the service for the first policy framework. */
const native = boot.vocabulary === 'neutral' ? 'native' : differing.kinds.native;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The kind as people call it; the name of one is a word of the service. */
export const kindName = (kind: Kind): string => (kind === 'opa' ? t.kindOpa : capitalized(native));

export const kindOptions = () => (['opa', 'native'] as const).map((value) => ({ value, label: kindName(value) }));

/** A policy, or one of a version of a policy set. */
export interface Labelled {
  readonly policy: {
    readonly attributes: {
      readonly 'enforcement-level': string;
      readonly shadow: boolean;
      readonly check: Pick<NonNullable<Policy['attributes']['check']>, 'status' | 'problem-count'> | null;
    };
  };
}

export const LevelTag = ({ policy: { attributes } }: Labelled) => (
  <Tag tone={isMandatory(attributes['enforcement-level']) ? 'warned' : 'neutral'}>
    {t.levelName(attributes['enforcement-level'])}
  </Tag>
);

/** Result of the check of the code. */
export function CheckTag({ policy: { attributes } }: Labelled) {
  const { check } = attributes;
  if (check === null) return <Tag>{t.checkNone}</Tag>;
  if (check.status === 'failed') return <Tag tone="bad">{t.checkFailed}</Tag>;
  if (check.status === 'not-checked') return <Tag>{t.checkNotChecked}</Tag>;
  if (check.status === 'unreachable') return <Tag>{t.checkUnreachable}</Tag>;
  return check['problem-count'] > 0 ? <Tag tone="warned">{t.checkWarned}</Tag> : <Tag tone="good">{t.checkPassed}</Tag>;
}

export const ShadowTag = ({ policy: { attributes } }: Labelled) =>
  attributes.shadow ? <Tag>{t.shadowBadge}</Tag> : null;
