// Reading and changing the record of any group.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid, type Problem, preconditionFailed } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { sentenceCase } from '../../../lib/text.ts';
import type { SettingsRow } from '../../../runtime/live-settings.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import type { BrokenRule, Group, Values } from './group.ts';
import { auditable, changedIn, documentWith, valuesIn } from './record.ts';
import { lockRow, readRow, storeRow } from './store.ts';
import { nameOf, type ParsedChange } from './wire.ts';

/** A change of some values. */
export interface SettingsChange {
  readonly values: ParsedChange;
  /** What is wrong with the form of other values that came with it. */
  readonly problems: readonly Problem[];
  /** Whether the client means the record as it is (`If-Match`). */
  readonly ifMatch: (row: SettingsRow) => boolean;
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
  return auditedTransaction(context, actor, async (tx) => ({ result: await readRow(tx, group.id), audit }));
};

/** What a change makes of a record. */
interface Outcome {
  readonly before: Values;
  readonly after: Values;
}

/** A broken rule as clients are told of it. */
const problemOf = ({ vocabulary }: Context, group: Group, { attribute, message }: BrokenRule): Problem => {
  const name = nameOf(group, vocabulary, attribute);
  return attributeProblem(name, `${sentenceCase(name)} ${message}`);
};

/** Throws 412 when the record is not the one that is meant, and 422 with all that the change breaks. */
const outcomeOf = (
  context: Context,
  group: Group,
  row: SettingsRow,
  { values, problems, ifMatch }: SettingsChange,
): Outcome => {
  if (!ifMatch(row)) throw preconditionFailed('The settings have changed since they were read.');
  const before = valuesIn(context, group, row);
  const merged = { ...before, ...values.stored };
  const broken = (group.rules?.(merged, before, context) ?? []).map((each) => problemOf(context, group, each));
  const changes = new Set(problems.map(({ pointer }) => pointer));
  const all = [...problems, ...broken.filter(({ pointer }) => !changes.has(pointer))];
  if (all.length > 0) throw invalid(...all);
  return { before, after: group.derive?.(merged, before) ?? merged };
};

/** Lets the group try the change on the outside world; answers the revision that it was tried on. */
const prepareChange = async (context: Context, group: Group, change: SettingsChange): Promise<number | undefined> => {
  if (group.prepare === undefined) return undefined;
  const row = await readRow(context.database, group.id);
  const { after } = outcomeOf(context, group, row, change);
  await group.prepare(context, after, change.values.transient);
  return row.revision;
};

/** Stores what differs in a held row. */
const store = async (
  tx: Transaction,
  context: Context,
  { group, row }: { readonly group: Group; readonly row: SettingsRow },
  { before, after }: Outcome,
): Promise<Audited<SettingsRow>> => {
  const names = changedIn(before, after);
  if (names.length === 0) return { result: row, audit: readingOf(group) };
  const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
  const document = documentWith(context, group, row, changed);
  const result = { ...row, revision: row.revision + 1, document };
  await storeRow(tx, result);
  const changes = { before: auditable(group, before, names), after: auditable(group, after, names) };
  return { result, audit: [{ ...entryOf(group, 'update'), ...changes }] };
};

/** Sets values of a group inside somebody else's change, for what follows from that. */
export const setValues = async (
  tx: Transaction,
  context: Context,
  group: Group,
  values: Values,
): Promise<Audited<SettingsRow>> => {
  const row = await lockRow(tx, group.id);
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
  wanted: SettingsChange,
): Promise<SettingsRow> => {
  const tried = await prepareChange(context, group, wanted);
  const row = await auditedTransaction(context, actor, async (tx): Promise<Audited<SettingsRow | undefined>> => {
    const row = await lockRow(tx, group.id);
    if (tried !== undefined && tried !== row.revision) return { result: undefined, audit: [] };
    return store(tx, context, { group, row }, outcomeOf(context, group, row, wanted));
  });
  // Somebody has changed the record since it was tried, so that what would be kept was not.
  if (row === undefined) return updateSettings(context, actor, group, wanted);
  context.settings.put(row);
  return row;
};
