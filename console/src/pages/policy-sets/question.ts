// Asks before a change of a policy set that can make more plans fail.
import {
  canBlock,
  type SetPart,
  type SetState,
  tightenedSet,
  triedSet,
  unknownWith,
  untriedPart,
} from '../../../../client/tightening.ts';
import { type PolicySet, policySetQuery } from '../../api/policy-sets.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSetReplay } from '../../api/replays.ts';
import { askBefore, type ReplayShown } from '../../components/blocking-question/ask.tsx';
import { type Confirmation, confirmAct } from '../../components/confirm.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { useSetParams } from './frame.tsx';
import { blockingPolicies, stateOf } from './set-state.ts';

export interface SetChange {
  /** Question that names the policy set or the record that is added to it. */
  readonly title: string;
  /** State of the set before and after the change. Contains only the parts that change. */
  readonly before?: Partial<SetState>;
  readonly after: Partial<SetState>;
  /** Sentences about the change, by the part of the state that it concerns. */
  readonly texts: Readonly<Partial<Record<SetPart, string>>>;
}

/**
 * Asks before a change of a policy set, if the change can make more plans fail. Returns undefined if no question is
 * necessary, and throws `Canceled` if the user cancels.
 */
export async function askAboutSet(
  organization: string,
  set: PolicySet,
  { title, texts, ...change }: SetChange,
): Promise<ReplayShown | undefined> {
  const present = stateOf(set, await blockingPolicies(set));
  const [before, after] = [
    { ...present, ...change.before },
    { ...present, ...change.after },
  ];
  const parts = tightenedSet(before, after);
  if (parts.length === 0) return undefined;
  const { attributes, relationships } = triedSet(before, after);
  const replay =
    untriedPart(before, after) === undefined
      ? () => startSetReplay(set.id, { attributes: { ...attributes, 'applicable-only': true }, relationships })
      : unknownWith('this change');
  return askBefore({ organization, title, changes: parts.flatMap((part) => texts[part] ?? []), replay });
}

/**
 * Describes how another value of a parameter can affect plans, in two sentences: what can change, and why it is not
 * known how many plans would fail. Returns undefined if the policy set can block no plan.
 */
async function effectOfValue(set: string, key: string): Promise<readonly [string, string] | undefined> {
  const { data } = await queryClient.fetchQuery(policySetQuery(set));
  if (!canBlock(stateOf(data, await blockingPolicies(data)))) return undefined;
  return [
    `Mandatory policies of ${data.attributes.name} that read ${key} can block other plans than before.`,
    unknownWith('parameters'),
  ];
}

/**
 * Returns a function that asks before a parameter gets a value, if the policy set can block plans. The function throws
 * `Canceled` if the user cancels.
 */
export function useAskingAboutValue(set: string): (key: string) => Promise<void> {
  const { organization } = useSetParams();
  return async (key) => {
    const effect = await effectOfValue(set, key);
    if (effect === undefined) return;
    const [change, replay] = effect;
    await askBefore({ organization, title: `Change the value of ${key}?`, changes: [change], replay });
  };
}

/** Asks before a parameter or an override is deleted. If the policy set can block plans, the question says so. */
export const confirmDeletion = (set: string, key: string, confirmation: Confirmation): Promise<void> =>
  effectOfValue(set, key).then(
    (effect) => confirmAct({ ...confirmation, consequences: effect ?? [] }),
    (error: unknown) => notifyFailure('Not deleted', error),
  );
