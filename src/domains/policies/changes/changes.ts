// Stores, lists and deletes planned changes of resources that have findings.
import { zstdDecompressSync } from 'node:zlib';
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import type { ReadChanges } from '../../../effects/plan-reading/reading-child.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { ListRequest, Page } from '../../../kernel/page.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { storableText } from '../../../lib/text/text.ts';
import { type ChangedValues, changeLimits, type ResourceChange } from '../../../protocols/plans/plan-changes.ts';
import {
  type ChangeRow,
  changedAddresses,
  changeList,
  deleteValues,
  deleteValuesOf,
  insertChanges,
  insertValues,
  keepsValues,
  valuesAfter,
  valuesById,
  valuesPlace,
} from './store.ts';

/**
 * A planned change with the old and new values of its attributes. `values` has one entry for each member of
 * `attributes`, in the same order. It is empty if values are not stored.
 */
export interface ShownChange extends ChangeRow {
  readonly values: readonly ChangedValues[];
}

/** Returns a page of the planned changes in an evaluation. */
export async function listChanges(
  context: Pick<Context, 'database' | 'vault'>,
  { id }: { readonly id: string },
  request: ListRequest,
): Promise<Page<ShownChange>> {
  const { database, vault } = context;
  const page = await changeList.read(database, request, { evaluation: id });
  const stored = await database.first(valuesById, { id });
  const values = stored === undefined ? [] : unpacked(vault.open(valuesPlace(id), stored.sealed));
  return { ...page, rows: page.rows.map((row) => ({ ...row, values: values[row.position] ?? [] })) };
}

/**
 * Returns a function that checks whether the evaluation's plan changes the resource with a given address. If the
 * maximum number of changes is stored, the function always returns true, because further changes may exist.
 */
export async function changedResources(reader: Reader, id: string): Promise<(address: string) => boolean> {
  const rows = await reader.rows(changedAddresses, { evaluation: id });
  if (rows.length >= changeLimits.resources) return () => true;
  const addresses = new Set(rows.map(({ address }) => address));
  return (address) => addresses.has(address);
}

const unpacked = (packed: string): readonly (readonly ChangedValues[])[] =>
  parseKnown(zstdDecompressSync(Buffer.from(packed, 'base64')).toString('utf8'));

/** Maximum number of rows that one statement inserts. */
const maxRows = 100;

/**
 * Maximum number of evaluations per organization for which values are stored. The values of the oldest evaluations are
 * deleted first.
 */
export const maxWithValues = 1_000;

interface Evaluation {
  readonly id: string;
  readonly organization_id: string;
  readonly expires_at: string;
}

/**
 * Stores the planned changes of an evaluation and returns the stored rows, so that the caller can count their size. The
 * old and new values of attributes are stored only if the organization's settings still permit this. If `values` is
 * given, the caller must hold the lock on the organization. Otherwise, values could be stored while another transaction
 * deletes all of the organization's values.
 */
export async function storeChanges(
  tx: Transaction,
  context: Context,
  evaluation: Evaluation,
  { changes, values }: ReadChanges,
): Promise<readonly object[]> {
  const { id: evaluation_id, expires_at } = evaluation;
  const rows = changes.map((change, position) => ({ ...rowOf(change), evaluation_id, position, expires_at }));
  for (let at = 0; at < rows.length; at += maxRows) await insertChanges(tx, rows.slice(at, at + maxRows));
  if (!(values instanceof Uint8Array) || !(await keepsValues(tx, evaluation.organization_id))) return rows;
  return [...rows, await storeValues(tx, context, evaluation, values)];
}

const rowOf = ({ address, module, type, name, ...change }: ResourceChange) => ({
  id: newId('polchg'),
  address: storableText(address),
  module: module && storableText(module),
  resource_type: type && storableText(type),
  name: name && storableText(name),
  provider: change.provider,
  origin: change.origin,
  is_deposed: change.isDeposed ? 1 : 0,
  actions: JSON.stringify(change.actions),
  action_reason: change.actionReason,
  attributes: JSON.stringify(change.attributes),
  attributes_left_out: change.attributesLeftOut,
});

async function storeValues(
  tx: Transaction,
  { vault, clock }: Context,
  { id, organization_id: organization }: Evaluation,
  values: Uint8Array,
): Promise<object> {
  const sealed = vault.seal(valuesPlace(id), Buffer.from(values).toString('base64'));
  const row = { id, organization_id: organization, sealed, created_at: timestamp(clock.now()) };
  await insertValues(tx, row);
  const surplus = await tx.rows(valuesAfter, { organization, limit: maxWithValues, surplus: maxRows });
  await deleteValues(
    tx,
    surplus.map((oldest) => oldest.id),
  );
  return row;
}

/**
 * Deletes the stored values of an organization's changes. The organizations domain calls this function through
 * `context.ports`. The caller must hold the lock on the organization.
 */
export async function deleteChangeValues(tx: Transaction, organization: string): Promise<void> {
  await deleteValuesOf(tx, organization);
}
