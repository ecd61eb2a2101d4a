// Reads and deletes recorded inputs.
import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { openPieces } from '../sealed-pieces.ts';
import { day } from './recorded-input.ts';
import {
  deleteInputRow,
  deleteInputsOf,
  type InputRow,
  inputChunkAt,
  inputChunkPlace,
  inputOfOrganization,
  storedInputs,
  updateInput,
} from './store.ts';

/** Returns a recorded input of an organization; 404 if the organization has no input with this identifier. */
export async function getInput(reader: Reader, organization: string, id: string): Promise<InputRow> {
  return existing(await reader.first(inputOfOrganization, { organization, id }));
}

/** Recorded input of an evaluation as two JSON documents. Sensitive values are masked. */
export interface InputDocuments {
  readonly plan: Uint8Array;
  readonly run: Uint8Array;
}

/** Reads the documents of a recorded input; undefined if the input was deleted. */
export async function readInput(context: Context, reader: Reader, input: string): Promise<InputDocuments | undefined> {
  const pieceAt = (position: number) => reader.first(inputChunkAt, { input, position });
  const lines = await openPieces(context, pieceAt, inputChunkPlace);
  if (lines === undefined) return undefined;
  // Each document is stored on one line of JSON, so the first line break separates the documents.
  const end = lines.indexOf('\n');
  return { plan: lines.subarray(0, end), run: lines.subarray(end + 1) };
}

export function deleteInput(context: Context, actor: Actor, { id, organization_id }: InputRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const { digest, workspace_id, created_at } = await getInput(tx, organization_id, id);
    await deleteInputRow(tx, id);
    const entry = { action: 'policy-input.delete', type: 'policy-inputs', id, organizationId: organization_id };
    const before = { 'input-digest': digest, workspace: workspace_id, 'created-at': created_at };
    return { result: undefined, audit: [{ ...entry, before }] };
  });
}

/** Deletes all recorded inputs of an organization. */
export function deleteAllInputs(context: Context, actor: Actor, { id }: OrganizationRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, id);
    const inputs = await deleteInputsOf(tx, id);
    const entry = { action: 'policy-input.delete-all', type: 'organizations', id, organizationId: id };
    return { result: undefined, audit: inputs === 0 ? [] : [{ ...entry, before: { inputs } }] };
  });
}

/**
 * Applies a new retention time in days to an organization's recorded inputs; null deletes all of them. The
 * organizations domain calls this function through `context.ports`. The caller must hold the lock on the organization.
 */
export async function retainPolicyInputs(tx: Transaction, organization: string, days: number | null): Promise<void> {
  if (days === null) {
    await deleteInputsOf(tx, organization);
    return;
  }
  const inputs = await tx.rows(storedInputs, { organization });
  const endOf = (createdAt: string) => timestamp(Date.parse(createdAt) + days * day);
  // All updates are sent without waiting for the previous response. Otherwise, the organization would stay locked for
  // one network round trip per input.
  await Promise.all(inputs.map(({ id, created_at }) => updateInput(tx, id, { expires_at: endOf(created_at) })));
}
