// Badges and names for policies, used in lists and on pages.
import { differing } from '../../../../client/vocabulary.generated.ts';
import { boot } from '../../api/boot.ts';
import { isMandatory, type Kind, type Policy } from '../../api/policies.ts';
import { Tag } from '../../components/tag.tsx';
import { type Introduction, introductionTexts } from '../../texts/introductions.ts';

/** Name of the policy kind `native` in the service's vocabulary. */
const native = boot.vocabulary === 'neutral' ? 'native' : differing.kinds.native;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Display name of a policy kind. */
export const kindName = (kind: Kind): string => (kind === 'opa' ? 'OPA' : capitalized(native));

export const kindOptions = (['opa', 'native'] as const).map((value) => ({ value, label: kindName(value) }));

/** A policy of the organization, or a policy in a policy set version. */
export interface Labelled {
  readonly policy: {
    readonly attributes: {
      readonly 'enforcement-level': string;
      readonly introduction: Introduction;
      readonly check: Pick<NonNullable<Policy['attributes']['check']>, 'status' | 'problem-count'> | null;
    };
  };
}

export const LevelTag = ({ policy: { attributes } }: Labelled) => (
  <Tag tone={isMandatory(attributes['enforcement-level']) ? 'warned' : 'neutral'}>
    {attributes['enforcement-level'].charAt(0).toUpperCase() + attributes['enforcement-level'].slice(1)}
  </Tag>
);

/** Badge with the result of the code check. */
export function CheckTag({ policy: { attributes } }: Labelled) {
  const { check } = attributes;
  if (check === null) return <Tag>No code yet</Tag>;
  if (check.status === 'failed') return <Tag tone="bad">Has errors</Tag>;
  if (check.status === 'not-checked') return <Tag>Not checked</Tag>;
  if (check.status === 'unreachable') return <Tag>Not checked by this service</Tag>;
  return check['problem-count'] > 0 ? <Tag tone="warned">Has warnings</Tag> : <Tag tone="good">No problems</Tag>;
}

/** Whether the code check found no problems. */
export const isSound = ({ attributes: { check } }: Labelled['policy']): boolean =>
  check?.status === 'passed' && check['problem-count'] === 0;

/** Whether tests of the policy fail with its current code. */
export const failsTests = ({ attributes }: Policy): boolean => attributes['test-result']?.status === 'failed';

/** Badge of a policy whose tests fail. */
export const TestsTag = ({ policy }: { readonly policy: Policy }) =>
  failsTests(policy) && <Tag tone="bad">Tests fail</Tag>;

/** Badge of a policy that does not enforce every finding. */
export const IntroductionTag = ({ policy: { attributes } }: Labelled) =>
  attributes.introduction === 'enforce' ? null : <Tag>{introductionTexts[attributes.introduction].name}</Tag>;
