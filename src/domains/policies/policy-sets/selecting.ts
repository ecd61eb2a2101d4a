// Changes the tag selectors of a policy set.
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { withReplay } from '../replay-record.ts';
import { lockPolicySet } from './policy-sets.ts';
import { type PolicySetRow, updatePolicySetRow } from './store.ts';
import { maxSelectors, type SentSelectors, selectorsFrom, selectorsOf, type TagSelector } from './tag-selectors.ts';

/** Tag selectors to add or remove, and the replay that showed the effects. */
interface SentChange {
  readonly sent: SentSelectors;
  readonly replay: string | undefined;
}

/** Adds tag selectors to a policy set; existing selectors are kept. 422 if the set would have too many selectors. */
export function addTagSelectors(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { sent, replay }: SentChange,
): Promise<void> {
  return change(context, actor, row, { replay, changed: (old) => selectorsFrom([...old, ...sent]) });
}

/** Removes tag selectors from a policy set. Selectors that the set does not have are ignored. */
export function removeTagSelectors(
  context: Context,
  actor: Actor,
  row: PolicySetRow,
  { sent, replay }: SentChange,
): Promise<void> {
  const removed = selectorsFrom(sent);
  const changed = (old: readonly TagSelector[]) =>
    old.filter((one) => !removed.some((other) => isDeepStrictEqual(one, other)));
  return change(context, actor, row, { replay, changed });
}

interface SelectorChange extends Pick<SentChange, 'replay'> {
  readonly changed: (selectors: readonly TagSelector[]) => readonly TagSelector[];
}

function change(context: Context, actor: Actor, row: PolicySetRow, { changed, replay }: SelectorChange): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const policySet = await lockPolicySet(tx, row);
    const { id, organization_id: organizationId } = policySet;
    const [before, after] = [selectorsOf(policySet), changed(selectorsOf(policySet))];
    if (after.length > maxSelectors) {
      throw invalid(
        attributeProblem(
          'tag-selectors',
          'too-many',
          `Tag selectors has too many elements (maximum is ${maxSelectors})`,
        ),
      );
    }
    const replayed = { of: 'policy set', row: policySet, replay } as const;
    if (isDeepStrictEqual(before, after)) return withReplay(tx, replayed, { result: undefined, audit: [] });
    const updated_at = timestamp(context.clock.now());
    await updatePolicySetRow(tx, id, { tag_selectors: JSON.stringify(after), updated_at });
    const entry = { action: 'policy-set.select', type: 'policy-sets', id, organizationId };
    const shown = { before: { 'tag-selectors': before }, after: { 'tag-selectors': after } };
    return withReplay(tx, replayed, { result: undefined, audit: [{ ...entry, ...shown }] });
  });
}
