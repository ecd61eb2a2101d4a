// Asks before a change of a policy set that can make more plans fail.
import type { QueryClient } from '@tanstack/react-query';
import { type SetPart, type SetState, tightenedSet } from '../../../../client/tightening.ts';
import type { PolicySet } from '../../api/policy-sets.ts';
import { startSetReplay } from '../../api/replays.ts';
import { askBefore, type ReplayShown } from '../../components/blocking-question/ask.tsx';
import { blockingPolicies, stateOf } from './set-state.ts';

export interface SetChange {
  /** Question that names the policy set or the record that is added to it. */
  readonly title: string;
  /** The part of the set's state that changes, before and after the change. */
  readonly before?: Partial<SetState>;
  readonly after: Partial<SetState>;
  /** Sentences about the change, by the part of the state that it concerns. */
  readonly texts: Readonly<Partial<Record<SetPart, string>>>;
  /** The change as a replay tries it, or the reason why there is no number. */
  readonly tried: Parameters<typeof startSetReplay>[1] | string;
}

export interface Asking {
  readonly queryClient: QueryClient;
  readonly organization: string;
}

/**
 * Asks before a change of a policy set, if the change can make more plans fail. Returns undefined if no question is
 * necessary, and throws `Canceled` if the user cancels.
 */
export async function askAboutSet(
  { queryClient, organization }: Asking,
  set: PolicySet,
  { title, before, after, texts, tried }: SetChange,
): Promise<ReplayShown | undefined> {
  const present = stateOf(set, await blockingPolicies(queryClient, set));
  const parts = tightenedSet({ ...present, ...before }, { ...present, ...after });
  if (parts.length === 0) return undefined;
  const replay = typeof tried === 'string' ? tried : () => startSetReplay(set.id, tried);
  return askBefore({ organization, title, changes: parts.flatMap((part) => texts[part] ?? []), replay });
}
