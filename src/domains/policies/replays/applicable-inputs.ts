// Selects the recorded inputs of runs to which the replayed policies apply after the change.
import type { Reader } from '../../../db/database.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { type RunPlace, runPlaces } from '../../organizations/index.ts';
import { appliesTo, type SetWithTargets, withTargets } from '../applicable-sets/scope.ts';
import type { ScopedSet } from '../applicable-sets/store.ts';
import { claimedTags, deletedPlace } from '../evaluations/place.ts';
import type { ReplayInput } from './input.ts';
import { changedSet } from './set-change.ts';
import { isChange, type Subject } from './sides.ts';
import type { RecordedRow } from './store.ts';

/** Identifiers of the policy sets with replayed policies that apply to a run, before and after the change. */
export interface ApplyingSets {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A recorded input of a run to which replayed policies apply. */
export interface ApplicableInput {
  readonly row: RecordedRow;
  readonly sets: ApplyingSets;
}

/**
 * Returns at most `limit` recorded inputs of runs to which the policies apply after the change. `sets` are the policy
 * sets that contain the policies. If only the scope of the replayed set changes, the result contains only inputs of
 * runs to which the set did not apply before. The function runs five queries, regardless of the number of inputs and
 * sets.
 */
export async function applicableInputs(
  reader: Reader,
  subject: Subject,
  { trial, setChange, limit }: ReplayInput,
  { rows, sets }: { readonly rows: readonly RecordedRow[]; readonly sets: readonly ScopedSet[] },
): Promise<readonly ApplicableInput[]> {
  const places = await placesOf(reader, rows);
  const current = await withTargets(
    reader,
    sets,
    places.flatMap((place) => place ?? []),
  );
  const own = current.filter(({ id }) => id === subject.policySetId);
  const changed = own.map((set) => changedSet(set, setChange));
  const others = current.filter(({ id }) => id !== subject.policySetId);
  const contents = setChange?.['added-policies'] ?? setChange?.['policy-set-version'];
  const changesContents = isChange(trial) || setChange === null || contents !== undefined;
  const isAffected = ({ before, after }: ApplyingSets): boolean => {
    const { policySetId: id } = subject;
    if (id === null) return after.length > 0;
    return after.includes(id) && (changesContents || !before.includes(id));
  };
  const selected: ApplicableInput[] = [];
  const turn = newTurns();
  for (const [index, row] of rows.entries()) {
    const applying = (among: readonly SetWithTargets[]) => applyingTo(row, places[index], among);
    const always = applying(others);
    const applyingSets = { before: [...applying(own), ...always], after: [...applying(changed), ...always] };
    if (isAffected(applyingSets)) selected.push({ row, sets: applyingSets });
    if (selected.length === limit) break;
    await turn();
  }
  return selected;
}

/**
 * Returns the sets that apply to a run. If the evaluation of the run was limited to one policy set, only this set
 * applies.
 */
const applyingTo = (
  { scope, policy_set_id }: RecordedRow,
  place: RunPlace | undefined,
  sets: readonly SetWithTargets[],
): readonly string[] =>
  sets
    .filter((set) => {
      if (place === undefined) return false;
      return scope === 'policy-set' ? set.id === policy_set_id : appliesTo(set, place);
    })
    .map(({ id }) => id);

/**
 * Returns the current location of each run; undefined if the workspace or the project of the run was deleted. A run
 * without a registered workspace has the tags that the client sent, as in an evaluation.
 */
async function placesOf(reader: Reader, rows: readonly RecordedRow[]): Promise<readonly (RunPlace | undefined)[]> {
  const ids = rows.map((row) => ({ workspace: row.known_workspace_id, project: row.known_project_id }));
  const places = await runPlaces(reader, ids);
  return places.map((place, index) => {
    const row = rows[index];
    if (row === undefined || deletedPlace(row, place) !== undefined) return undefined;
    if (place.workspace !== undefined) return place;
    return { ...place, tags: [...place.tags, ...claimedTags(place, JSON.parse(row.tags ?? '[]'))] };
  });
}
