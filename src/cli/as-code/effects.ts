// Replays the planned changes that can make more plans fail before they are made.
import { type ChangeEffect, type EffectReplays, noNumber, tooOld } from '../policy-service/change-effects.ts';
import { CommandFailed, NotChecked } from '../terminal/command.ts';
import { changeKey, nameOf } from './difference.ts';
import { keyOf } from './model.ts';
import { pushDeclared } from './records/policy-sets.ts';
import type { TighteningChange } from './tightening-changes.ts';
import { type ApiTarget, deleteAt, idOf, pathIn } from './wire.ts';

/** A planned change, and how many recorded plans would newly fail. */
export interface PlannedEffect extends ChangeEffect {
  /** Key of the change. */
  readonly key: string;
}

/** Replays the changes one after the other. The declared files of policy sets are uploaded as staged versions. */
export async function effectsOf(
  target: ApiTarget,
  changes: readonly TighteningChange[],
  replays: EffectReplays,
): Promise<readonly PlannedEffect[]> {
  const effects: PlannedEffect[] = [];
  for (const each of changes) effects.push({ key: changeKey(each.change), ...(await effectOf(target, each, replays)) });
  return effects;
}

/** Deletes the staged versions that were created for replays. */
export async function deleteStaged(target: ApiTarget): Promise<void> {
  for (const version of target.staged.values()) await deleteAt(target, pathIn('policy-set-versions', version));
  target.staged.clear();
}

async function effectOf(
  target: ApiTarget,
  tightening: TighteningChange,
  replays: EffectReplays,
): Promise<ChangeEffect> {
  const { change, sentence, attributes, members, hasFiles, reason } = tightening;
  if (reason !== undefined) return { sentence, reason };
  const { kind, path } = nameOf(change);
  const [organization = ''] = path;
  const id = idOf(target, kind, path);
  const known = members.flatMap(({ relationship, kind: related, type, names }): readonly Relationship[] => {
    const present = names.filter((name) => target.ids.has(keyOf({ kind: related, path: [organization, name] })));
    const data = present.map((name) => ({ type, id: idOf(target, related, [organization, name]) }));
    return data.length === 0 ? [] : [[relationship, { data }]];
  });
  const version = hasFiles ? await stagedVersion(target, tightening) : undefined;
  if (version !== undefined && 'reason' in version) return { sentence, reason: version.reason };
  const all: readonly Relationship[] =
    version === undefined
      ? known
      : [...known, ['policy-set-version', { data: { type: 'policy-set-versions', ...version } }]];
  if (all.length + Object.keys(attributes).length === 0)
    return { sentence, reason: 'There is no number, because the service does not have the new records yet.' };
  const at = pathIn(kind === 'policy' ? 'policies' : 'policy-sets', id);
  return replays.effectOf({ sentence, path: at, attributes, relationships: Object.fromEntries(all) });
}

type Relationship = readonly [name: string, value: { readonly data: object }];

/** Uploads the declared files of a policy set as a staged version. Returns the reason if this is not possible. */
async function stagedVersion(
  target: ApiTarget,
  { change }: TighteningChange,
): Promise<{ readonly id: string } | { readonly reason: string }> {
  const { path, values: declared } = nameOf(change);
  const values = { ...(change.action === 'change' && change.present.values), ...declared };
  try {
    const version = await pushDeclared(target, path, { values, files: values.files }, { staged: true });
    if (!version.isStaged) return { reason: tooOld(target) };
    target.staged.set(idOf(target, 'policy-set', path), version.id);
    return { id: version.id };
  } catch (error) {
    if (error instanceof CommandFailed || error instanceof NotChecked) return { reason: noNumber(error.problems) };
    throw error;
  }
}
