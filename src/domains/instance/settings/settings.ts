// Reads and changes the stored values of settings groups.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid, type Problem, preconditionFailed } from '../../../jsonapi/errors.ts';
import { attributeIn } from '../../../jsonapi/vocabulary.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { sentenceCase } from '../../../lib/text/text.ts';
import type { SettingsRow } from '../../../runtime/state/live-settings.ts';
import { type Audited, auditedTransaction } from '../../audit/index.ts';
import type { Attributes, BrokenRule, ChangeFacts, GroupValues, SettingsGroupDefinition, ValuesOf } from './group.ts';
import { auditable, changedIn, documentWith, valuesIn } from './record.ts';
import { lockDocument, readDocument, storeDocument } from './store.ts';
import type { ParsedChange } from './wire.ts';

/** Input of a settings change. */
export interface SettingsChange {
  readonly values: ParsedChange;
  /** Validation errors of malformed values in the same request. */
  readonly problems: readonly Problem[];
  /** Whether the `If-Match` header of the request matches the group's stored revision. */
  readonly ifMatch: (row: SettingsRow) => boolean;
}

/** Returns a group's row for the actor. If the response shows secrets, the audit log records the read. */
export async function readSettings(
  context: Context,
  actor: Actor,
  group: SettingsGroupDefinition,
): Promise<SettingsRow> {
  const audit = readEntries(group);
  if (audit.length === 0) return readDocument(context.database, group.id);
  return auditedTransaction(context, actor, async (tx) => ({ result: await readDocument(tx, group.id), audit }));
}

/** Returns the stored values of a group from the database, including changes that another instance has just made. */
export async function storedValues<Declared extends Attributes>(
  context: Context,
  group: SettingsGroupDefinition<Declared>,
  reader: Reader,
): Promise<ValuesOf<Declared>> {
  return valuesIn(context, group, await readDocument(reader, group.id));
}

/**
 * Changes values of a group. Either all of them are stored or none. 412 if `If-Match` names another revision. 422 if a
 * rule is broken. The change takes effect in this process when the function returns, and in other processes within a
 * second.
 */
export async function updateSettings(
  context: Context,
  actor: Actor,
  group: SettingsGroupDefinition,
  change: SettingsChange,
): Promise<SettingsRow> {
  const preparedRevision = await prepareChange(context, group, { ...change, actor });
  const changed = await auditedTransaction(context, actor, async (tx): Promise<Audited<SettingsRow | undefined>> => {
    const row = await lockDocument(tx, group.id);
    if (preparedRevision !== undefined && preparedRevision !== row.revision) return { result: undefined, audit: [] };
    const outcome = await outcomeOf({ context, reader: tx }, group, row, { ...change, actor });
    return store(tx, context, { group, row }, outcome);
  });
  // Another request changed the group after the test of this change. The tested values are outdated, so the change
  // starts over.
  if (changed === undefined) return updateSettings(context, actor, group, change);
  context.settings.put(changed);
  return changed;
}

/** Changes values of a group inside the transaction of another change. Returns all values. No rules are checked. */
export async function setValues<Declared extends Attributes>(
  tx: Transaction,
  context: Context,
  group: SettingsGroupDefinition<Declared>,
  changesTo: (before: ValuesOf<Declared>) => Partial<ValuesOf<Declared>>,
): Promise<Audited<ValuesOf<Declared>>> {
  const row = await lockDocument(tx, group.id);
  const before = valuesIn(context, group, row);
  const after = { ...before, ...changesTo(before) };
  const { audit } = await store(tx, context, { group, row }, { before, after });
  return { result: after, audit };
}

/**
 * Whether responses show a secret. Each such response is recorded in the audit log and must not be stored by caches.
 */
export function showsSecrets({ attributes }: SettingsGroupDefinition): boolean {
  return Object.values(attributes).some((each) => each.kind === 'stored' && each.isSecret && !each.isWriteOnly);
}

/**
 * Lets the group test a change before it is stored, for example by contacting the mail server in the settings. Returns
 * the revision of the stored values to which the tested change was applied. Undefined if the group has no test.
 */
async function prepareChange(
  context: Context,
  group: SettingsGroupDefinition,
  change: ActorsChange,
): Promise<number | undefined> {
  if (group.prepare === undefined) return undefined;
  const row = await readDocument(context.database, group.id);
  const { after } = await outcomeOf({ context, reader: context.database }, group, row, change);
  await group.prepare(context, after, change.values.transient);
  return row.revision;
}

type ActorsChange = SettingsChange & { readonly actor: Actor };

interface Outcome {
  readonly before: GroupValues;
  readonly after: GroupValues;
}

/**
 * Returns the values before and after a change. Throws 412 if `If-Match` names another revision, and 422 with all
 * broken rules.
 */
async function outcomeOf(
  { context, reader }: { readonly context: Context; readonly reader: Reader },
  group: SettingsGroupDefinition,
  row: SettingsRow,
  { values, problems, ifMatch, actor }: ActorsChange,
): Promise<Outcome> {
  if (!ifMatch(row))
    throw preconditionFailed('The settings have changed since you read them. Read them again, then repeat the change.');
  const before = valuesIn(context, group, row);
  const merged = { ...before, ...values.stored };
  const isSent = (attribute: string): boolean => attribute in values.stored;
  const facts: ChangeFacts = { actor, isSent, transient: values.transient };
  const rules = [
    ...(group.rules?.(merged, before, context, facts) ?? []),
    ...((await group.rulesOfOthers?.(merged, before, context, reader)) ?? []),
  ];
  const broken = rules.map((rule) => problemOf(context, rule));
  const malformed = new Set(problems.map(({ pointer }) => pointer));
  const all = [...problems, ...broken.filter(({ pointer }) => !malformed.has(pointer))];
  if (all.length > 0) throw invalid(...all);
  return { before, after: group.derive?.(merged, before, context, facts) ?? merged };
}

function problemOf({ vocabulary }: Context, { attribute, code, message }: BrokenRule): Problem {
  const name = attributeIn(vocabulary, attribute);
  return attributeProblem(name, code, `${sentenceCase(name)} ${message}`);
}

/** Stores the changed values in a locked row. */
async function store(
  tx: Transaction,
  context: Context,
  { group, row }: { readonly group: SettingsGroupDefinition; readonly row: SettingsRow },
  { before, after }: Outcome,
): Promise<Audited<SettingsRow>> {
  const names = changedIn(before, after);
  if (names.length === 0) return { result: row, audit: readEntries(group) };
  const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
  const document = documentWith(context, group, row, changed);
  const result = { ...row, revision: row.revision + 1, document };
  await storeDocument(tx, result);
  const changes = { before: auditable(group, before, names), after: auditable(group, after, names) };
  return { result, audit: [{ ...entryOf(group, 'update'), ...changes }] };
}

const readEntries = (group: SettingsGroupDefinition): readonly AuditEntry[] =>
  showsSecrets(group) ? [entryOf(group, 'read')] : [];

function entryOf({ id }: SettingsGroupDefinition, action: 'read' | 'update'): AuditEntry {
  return { action: `settings.${action}`, type: 'settings', id };
}
