import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, requireFewer } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Page } from '../../../kernel/page.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, type OrganizationRow } from '../../organizations/index.ts';
import { policyRunTasks } from './entity.ts';
import { allowedOrigins } from './input.ts';
import {
  deleteRunTaskRow,
  hmacKeyPlace,
  insertRunTask,
  type RunTaskRow,
  runTaskById,
  runTaskCount,
  runTaskList,
  updateRunTaskRow,
} from './store.ts';

const maxRunTasks = 100;

/** Input for creating or updating a run task. */
export interface RunTaskInput {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly 'hmac-key'?: string;
  readonly 'allowed-hosts'?: readonly string[];
}

/** A run task with the URL that users must enter in the platform. */
export interface ShownRunTask extends RunTaskRow {
  readonly url: string;
}

export const shownRunTask = ({ baseUrl }: Context, row: RunTaskRow): ShownRunTask => ({
  ...row,
  url: `${baseUrl()}/api/v2/policy-run-tasks/${row.id}/calls`,
});

/** Lists an organization's run tasks, sorted by name. */
export async function listRunTasks(
  context: Context,
  { id }: OrganizationRow,
  query: ListQuery,
): Promise<Page<ShownRunTask>> {
  const listed = await runTaskList.read(context.database, query, { organization: id });
  return { ...listed, rows: listed.rows.map((row) => shownRunTask(context, row)) };
}

/**
 * Creates a run task. 422 if the name is taken, if a host is invalid, or if the organization has too many run tasks.
 */
export function createRunTask(
  context: Context,
  actor: Actor,
  { id: organizationId }: OrganizationRow,
  input: RunTaskInput & Required<Pick<RunTaskInput, 'name' | 'hmac-key' | 'allowed-hosts'>>,
): Promise<ShownRunTask> {
  const origins = allowedOrigins(input['allowed-hosts'], context.config.runPlatforms);
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const total = await tx.first(runTaskCount, { organization: organizationId });
    requireFewer(total, maxRunTasks, `An organization can have at most ${maxRunTasks} run tasks`);
    const [id, at] = [newId('polrt'), timestamp(context.clock.now())];
    await insertRunTask(tx, {
      id,
      organization_id: organizationId,
      ...policyRunTasks.created(input),
      name: input.name,
      allowed_hosts: JSON.stringify(origins),
      sealed_hmac_key: context.vault.seal(hmacKeyPlace(id), input['hmac-key']),
      created_at: at,
      updated_at: at,
    });
    const result = await getRunTask(tx, id);
    const entry = { action: 'policy-run-task.create', type: 'policy-run-tasks', id, organizationId };
    return { result: shownRunTask(context, result), audit: [{ ...entry, after: audited(result) }] };
  });
}

/** Updates a run task. Fails with the same errors as `createRunTask`. */
export function updateRunTask(
  context: Context,
  actor: Actor,
  { id, organization_id: organizationId }: RunTaskRow,
  input: RunTaskInput,
): Promise<ShownRunTask> {
  const { 'hmac-key': key, 'allowed-hosts': hosts } = input;
  const origins = hosts && allowedOrigins(hosts, context.config.runPlatforms);
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await getRunTask(tx, id);
    const changes = {
      ...policyRunTasks.changed(input),
      ...(origins && { allowed_hosts: JSON.stringify(origins) }),
    };
    if (key === undefined && isDeepStrictEqual({ ...before, ...changes }, before))
      return { result: shownRunTask(context, before), audit: [] };
    const sealed = key === undefined ? {} : { sealed_hmac_key: context.vault.seal(hmacKeyPlace(id), key) };
    await updateRunTaskRow(tx, id, { ...changes, ...sealed, updated_at: timestamp(context.clock.now()) });
    const result = await getRunTask(tx, id);
    const entry = { action: 'policy-run-task.update', type: 'policy-run-tasks', id, organizationId };
    const after = { ...audited(result), ...(key !== undefined && { 'hmac-key': 'changed' }) };
    return { result: shownRunTask(context, result), audit: [{ ...entry, before: audited(before), after }] };
  });
}

/** Deletes a run task together with its calls. The service no longer sends results for unanswered calls. */
export function deleteRunTask(
  context: Context,
  actor: Actor,
  { id, organization_id: organizationId }: RunTaskRow,
): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await getRunTask(tx, id);
    await deleteRunTaskRow(tx, id);
    const entry = { action: 'policy-run-task.delete', type: 'policy-run-tasks', id, organizationId };
    return { result: undefined, audit: [{ ...entry, before: audited(before) }] };
  });
}

const getRunTask = async (tx: Transaction, id: string): Promise<RunTaskRow> =>
  existing(await tx.first(runTaskById, { id }));

/** Returns the attributes of a run task for the audit log. The key is never included. */
const audited = (row: RunTaskRow) => ({
  ...policyRunTasks.audited(row),
  'allowed-hosts': JSON.parse(row.allowed_hosts),
});
