// Keys of findings. An approval covers the findings whose keys it stores, in later evaluations of the same workspace.
import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../effects/policy-engine/answers.ts';
import { digestOfSource, type PolicySource } from '../../../effects/policy-engine/policy-code.ts';
import { allowsOverride, isMandatory } from '../../../kernel/enforcement-levels.ts';
import { type CandidateSet, introductionIn, type SetPolicy } from '../applicable-sets/store.ts';
import type { FindingKey } from './outcomes.ts';
import type { EvaluablePolicy } from './sources.ts';
import type { EvaluationRow } from './store.ts';
import type { PolicyWithKey } from './verdicts.ts';

/** Length of a key in characters. The key has at least 128 bits. */
const keyLength = 22;

type KeyedPolicy = EvaluablePolicy & PolicyWithKey;
type SourceOf = (policy: KeyedPolicy) => Promise<PolicySource>;

export type FindingKeys = ReturnType<typeof newFindingKeys>;

/**
 * Returns functions that determine the keys of the findings of one evaluation. A key is an HMAC with a key of the
 * instance over everything on which an approval depends: the workspace, the policy set and the policy, what the policy
 * was evaluated with, its enforcement level, whether the set permits overrides, and the identity of the finding.
 */
export function newFindingKeys(
  { vault }: Pick<Context, 'vault'>,
  { source, workspace_id: workspace }: Pick<EvaluationRow, 'source' | 'workspace_id'>,
) {
  const digests = new Map<string, string>();
  const keyOf = (parts: readonly unknown[]): string => {
    const [, signature = ''] = vault.sign('finding', JSON.stringify(parts)).split('.');
    return signature.slice(0, keyLength);
  };
  /** Whether an approval can cover findings of a policy in a set. */
  const canBeApproved = (set: CandidateSet, policy: SetPolicy): boolean =>
    source === 'plan' &&
    workspace !== null &&
    isMandatory(policy.enforcement_level) &&
    introductionIn(set, policy) !== 'shadow' &&
    allowsOverride(set, policy.enforcement_level);
  return {
    canBeApproved,
    /** Wraps a function that reads sources, so that the digest of each source is known when the keys are determined. */
    noting:
      (read: SourceOf): SourceOf =>
      async (policy) => {
        const code = await read(policy);
        const { key, identifies, parameters } = policy;
        if (identifies) digests.set(key, digestOfSource({ ...code, ...(parameters && { parameters }) }));
        return code;
      },
    /** Returns the keys of the findings in a verdict; undefined if no approval can cover the findings. */
    keysOf: (
      set: CandidateSet,
      policy: SetPolicy,
      { key, verdict }: { readonly key: string; readonly verdict: Verdict | undefined },
    ): readonly FindingKey[] | undefined => {
      const [digest, identities] = [digests.get(key), verdict?.identities];
      if (digest === undefined || identities === undefined || !canBeApproved(set, policy)) return undefined;
      const { id, name, archive_id, enforcement_level: level } = policy;
      // The identifier of a policy in an archive changes with each upload, so such a policy is identified by its name.
      const place = [workspace, set.id, archive_id === null ? { id } : { name }, digest, level, set.is_overridable];
      return verdict?.output.map((_, index) => {
        const identity = identities[index] ?? { reason: 'not-evaluated' };
        return 'digest' in identity ? keyOf([...place, identity.digest]) : identity;
      });
    },
  };
}
