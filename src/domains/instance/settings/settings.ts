// Reading and changing the record of any group.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid, type Problem, preconditionFailed } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { sentenceCase } from '../../../lib/text.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import { type Changed, change } from '../../audit/audit.ts';
import type { Broken, Group, Values } from './group.ts';
import { changedIn, documentWith, tellable, valuesIn } from './record.ts';
import { holdRow, readRow, storeRow } from './store.ts';
import { type Given, nameOf } from './wire.ts';

/** A change of some values. */
export interface SettingsChange {
  readonly given: Given;
  /** What is wrong with the form of other values that came with it. */
  readonly problems: readonly Problem[];
  /** Whether the client means the record as it is (`If-Match`). */
  readonly isMeant: (row: SettingsRow) => boolean;
}

const entryOf = ({ id }: Group, action: 'read' | 'update'): AuditEntry => ({
  action: `settings.${action}`,
  type: 'settings',
  id,
});

/** Whether answers show a secret of the group: then each of them is recorded, and nothing on the way may keep it. */
export const showsSecrets = ({ attributes }: Group): boolean =>
  Object.values(attributes).some((each) => each.kind === 'kept' && each.isSecret === true && each.isWriteOnly !== true);

const readingOf = (group: Group): readonly AuditEntry[] => (showsSecrets(group) ? [entryOf(group, 'read')] : []);

/** A group's row, for somebody who is going to see what it says. */
export const readSettings = async (context: Context, actor: Actor, group: Group): Promise<SettingsRow> => {
  const audit = readingOf(group);
  if (audit.length === 0) return readRow(context.database, group.id);
  return change(context, actor, async (tx) => ({ result: await readRow(tx, group.id), audit }));
};

/** What a change makes of a record. */
interface Outcome {
  readonly before: Values;
  readonly after: Values;
}

/** A broken rule as clients are told of it. */
const problemOf = ({ vocabulary }: Context, group: Group, { attribute, says }: Broken): Problem => {
  const name = nameOf(group, vocabulary, attribute);
  return attributeProblem(name, `${sentenceCase(name)} ${says}`);
};

/** Throws 412 when the record is not the one that is meant, and 422 with all that the change breaks. */
const outcomeOf = (
  context: Context,
  group: Group,
  row: SettingsRow,
  { given, problems, isMeant }: SettingsChange,
): Outcome => {
  if (!isMeant(row)) throw preconditionFailed('The settings have changed since they were read.');
  const before = valuesIn(context, group, row);
  const merged = { ...before, ...given.kept };
  const broken = (group.rules?.(merged, before, context) ?? []).map((each) => problemOf(context, group, each));
  const told = new Set(problems.map(({ pointer }) => pointer));
  const all = [...problems, ...broken.filter(({ pointer }) => !told.has(pointer))];
  if (all.length > 0) throw invalid(...all);
  return { before, after: group.derive?.(merged, before) ?? merged };
};

/** Lets the group try the change on the outside world; answers the revision that it was tried on. */
const triedOn = async (context: Context, group: Group, asked: SettingsChange): Promise<number | undefined> => {
  if (group.prepare === undefined) return undefined;
  const row = await readRow(context.database, group.id);
  const { after } = outcomeOf(context, group, row, asked);
  await group.prepare(context, after, asked.given.transient);
  return row.revision;
};

/** Stores what differs in a held row. */
const store = async (
  tx: Transaction,
  context: Context,
  { group, row }: { readonly group: Group; readonly row: SettingsRow },
  { before, after }: Outcome,
): Promise<Changed<SettingsRow>> => {
  const names = changedIn(before, after);
  if (names.length === 0) return { result: row, audit: readingOf(group) };
  const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
  const document = documentWith(context, group, row, changed);
  const result = { ...row, revision: row.revision + 1, document };
  await storeRow(tx, result);
  const told = { before: tellable(group, before, names), after: tellable(group, after, names) };
  return { result, audit: [{ ...entryOf(group, 'update'), ...told }] };
};

/** Sets values of a group inside somebody else's change, for what follows from that. */
export const setValues = async (
  tx: Transaction,
  context: Context,
  group: Group,
  values: Values,
): Promise<Changed<SettingsRow>> => {
  const row = await holdRow(tx, group.id);
  const before = valuesIn(context, group, row);
  return store(tx, context, { group, row }, { before, after: { ...before, ...values } });
};

/**
 * Changes some values of a group: all of them, or none. 412 when another record is meant, 422 when a rule is broken.
 * The change is in force in this process when it is done, and in every other within a second.
 */
export const updateSettings = async (
  context: Context,
  actor: Actor,
  group: Group,
  asked: SettingsChange,
): Promise<SettingsRow> => {
  const tried = await triedOn(context, group, asked);
  const row = await change(context, actor, async (tx): Promise<Changed<SettingsRow | undefined>> => {
    const held = await holdRow(tx, group.id);
    if (tried !== undefined && tried !== held.revision) return { result: undefined, audit: [] };
    return store(tx, context, { group, row: held }, outcomeOf(context, group, held, asked));
  });
  // Somebody has changed the record since it was tried, so that what would be kept was not.
  if (row === undefined) return updateSettings(context, actor, group, asked);
  context.settings.put(row);
  return row;
};
