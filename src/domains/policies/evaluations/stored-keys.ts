// Stores the keys of findings apart from the outcomes, because outcomes are shown and keys are secret.
import type { FindingKey, Outcome } from './outcomes.ts';

/** Keys of the findings in the stored output, by policy identifier. */
type StoredKeys = Readonly<Record<string, readonly FindingKey[]>>;

/** Separates the keys from the outcomes of a set. The keys are null if the outcomes have none. */
export function withoutKeys(outcomes: readonly Outcome[]): {
  readonly outcomes: readonly Outcome[];
  readonly finding_keys: string | null;
} {
  const keys = outcomes.flatMap(({ policy_id, keys }) => (keys === undefined ? [] : [[policy_id, keys] as const]));
  return {
    outcomes: outcomes.map(({ keys: _, ...outcome }) => outcome),
    finding_keys: keys.length === 0 ? null : JSON.stringify(Object.fromEntries(keys)),
  };
}

export const storedKeys = (finding_keys: string | null): StoredKeys => JSON.parse(finding_keys ?? '{}');
