// Before planned changes that can make more plans fail are made, replays them to show their effects.
import { unknownBecause } from '../../../client/tightening.ts';
import { type ChangeEffect, type EffectReplays, refusedReplay, tooOld } from '../policy-service/change-effects.ts';
import { CommandFailed, NotChecked } from '../terminal/command.ts';
import { type Change, nameOf } from './difference.ts';
import { keyOf } from './model.ts';
import { pushDeclared } from './records/policy-sets.ts';
import type { TighteningChange, Tried } from './tightening-changes.ts';
import { type ApiTarget, deleteAt, idOf, pathIn } from './wire.ts';

/** A planned change and its effect. */
export interface PlannedEffect extends ChangeEffect {
  readonly change: Change;
}

/** Replays the changes one after the other. The declared files of policy sets are uploaded as staged versions. */
export async function effectsOf(
  target: ApiTarget,
  changes: readonly TighteningChange[],
  replays: EffectReplays,
): Promise<readonly PlannedEffect[]> {
  const effects: PlannedEffect[] = [];
  for (const each of changes) effects.push({ change: each.change, ...(await effectOf(target, each, replays)) });
  return effects;
}

/** Deletes the staged versions that were created for replays. */
export async function deleteStaged(target: ApiTarget): Promise<void> {
  for (const version of target.staged.values()) await deleteAt(target, pathIn('policy-set-versions', version));
  target.staged.clear();
}

async function effectOf(
  target: ApiTarget,
  { change, sentence, tried, reason = notYet }: TighteningChange,
  replays: EffectReplays,
): Promise<ChangeEffect> {
  if (tried === undefined) return { sentence, reason };
  const { of, attributes, hasFiles } = tried;
  const known = knownRecords(target, tried);
  if (known === undefined) return { sentence, reason };
  const version = hasFiles ? await stagedVersion(target, change) : undefined;
  if (version !== undefined && 'reason' in version) return { sentence, reason: version.reason };
  const relationships = {
    ...known,
    ...(version && { 'policy-set-version': { data: { type: 'policy-set-versions', ...version } } }),
  };
  if (Object.keys({ ...attributes, ...relationships }).length === 0) return { sentence, reason };
  const path = pathIn(of.kind === 'policy' ? 'policies' : 'policy-sets', idOf(target, of.kind, of.path));
  return replays.effectOf({ sentence, path, attributes, relationships });
}

const notYet = unknownBecause('the service does not have the new records yet');

const kindOf = { policies: 'policy', workspaces: 'workspace', projects: 'project' } as const;

/**
 * Returns the relationships with identifiers instead of names. Workspaces and projects that the service does not have
 * yet are left out, because they have no recorded plans. Returns undefined if the service does not have one of the
 * policies yet.
 */
function knownRecords(target: ApiTarget, { of: { path }, relationships }: Tried): object | undefined {
  const [organization = ''] = path;
  const pathOf = (name: string) => [organization, name];
  const isKnown = ({ type, id }: Reference) => target.ids.has(keyOf({ kind: kindOf[type], path: pathOf(id) }));
  const all = Object.entries(relationships).map(([name, { data }]) => ({
    name,
    data: data.filter(isKnown),
    all: data,
  }));
  if (all.some(({ name, data, all }) => name === 'added-policies' && data.length < all.length)) return undefined;
  const identified = all
    .filter(({ data }) => data.length > 0)
    .map(({ name, data }) => [
      name,
      { data: data.map(({ type, id }) => ({ type, id: idOf(target, kindOf[type], pathOf(id)) })) },
    ]);
  return Object.fromEntries(identified);
}

interface Reference {
  readonly type: keyof typeof kindOf;
  readonly id: string;
}

/** Uploads the declared files of a policy set as a staged version. If this is not possible, returns the reason. */
async function stagedVersion(
  target: ApiTarget,
  change: Change,
): Promise<{ readonly id: string } | { readonly reason: string }> {
  const { path, values: declared } = nameOf(change);
  const values = { ...(change.action === 'change' && change.present.values), ...declared };
  try {
    const version = await pushDeclared(target, path, { values, files: values.files }, { staged: true });
    if (!version.isStaged) return { reason: tooOld(target) };
    target.staged.set(idOf(target, 'policy-set', path), version.id);
    return { id: version.id };
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof NotChecked) return { reason: refusedReplay(error.problems) };
    throw error;
  }
}
