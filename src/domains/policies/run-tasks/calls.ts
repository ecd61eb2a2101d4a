// Accepts run task calls from run platforms. The steps that follow are in steps.ts.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { readBytes } from '../../../http/body.ts';
import { existing, forbidden, invalid, problemAt, unauthorized } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { ByteSource } from '../../../kernel/byte-source.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { currentSpan } from '../../../kernel/trace.ts';
import { Busy } from '../../../lib/errors/unavailable.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { lockOrganization, requireEntitlement } from '../../organizations/index.ts';
import { planIntake } from '../services.ts';
import { type AllowedHosts, reachOf } from './hosts.ts';
import { callIn, maxCallBytes, type RunCall } from './payload.ts';
import { callOfResult, callPlace, hmacKeyPlace, insertCall, openCalls, type RunTaskRow, runTaskById } from './store.ts';

const minute = 60_000;

/**
 * Time in ms after which the service no longer tries to answer a call. Platforms mark a task as failed after ten
 * minutes without a report.
 */
const answerTime = 9 * minute;

const retentionTime = 30 * 24 * 60 * minute;

/**
 * Maximum number of unanswered calls per organization. Further calls are rejected, and the platform repeats them later.
 */
const maxOpen = 200;

/**
 * Finds a run task for an unauthenticated caller; undefined if the run task does not exist. Only callers that know the
 * run task's key may learn that it exists.
 */
export const calledRunTask = ({ database }: Context, id: string): Promise<RunTaskRow | undefined> =>
  database.first(runTaskById, { id });

/** Returns the hosts that the service may contact for the calls of a run task. */
export const hostsOf = ({ config }: Context, { allowed_hosts }: RunTaskRow): AllowedHosts => ({
  allowed: JSON.parse(allowed_hosts),
  listed: config.runPlatforms,
});

/** A call of a run task, as received from the platform. */
interface SentCall {
  readonly source: ByteSource;
  /** Value of the HTTP header that contains the signature. */
  readonly signature: string | readonly string[] | undefined;
}

/**
 * Accepts a call from a run platform. 401 if the call is not signed with the key of the run task; the body is parsed
 * only after this check. 403 if the run task is not enabled; 422 if the call cannot be answered. Throws `Busy` if too
 * many calls of the organization wait. A call that only verifies the run task changes nothing. If a call is repeated,
 * the repetition succeeds and changes nothing.
 */
export async function acceptCall(
  context: Context,
  actor: Actor,
  runTask: RunTaskRow | undefined,
  { source, signature }: SentCall,
): Promise<void> {
  const body = await readBytes({ context, actor }, source, maxCallBytes);
  const isSigned = isSignature(() => ownKey(context, runTask), body, signature);
  if (runTask === undefined || !isSigned) throw unauthorized();
  if (runTask.is_enabled === 0) throw forbidden('The run task is not enabled.', 'wrong-state');
  await requireEntitlement(context, runTask.organization_id, 'policy-enforcement');
  const call = callIn(body);
  if (call === undefined) return;
  const callback = reachOf(call.task_result_callback_url, hostsOf(context, runTask));
  if ('problem' in callback) throw invalid(problemAt('/task_result_callback_url', 'forbidden', callback.problem));
  await storeCall(context, actor, runTask, { ...call, traceparent: currentSpan()?.traceparent() });
  planIntake(context).callSignal.notify();
}

/**
 * Returns the key of a run task. If the run task does not exist, returns a random key, so that the response time does
 * not reveal whether the run task exists.
 */
const ownKey = ({ vault }: Context, runTask: RunTaskRow | undefined): string =>
  runTask === undefined ? randomText(32) : vault.open(hmacKeyPlace(runTask.id), runTask.sealed_hmac_key);

/**
 * Whether the signature is the HMAC-SHA512 of the body in hex. The key is decrypted only if the signature has the right
 * format.
 */
function isSignature(keyOf: () => string, body: Buffer, signature: SentCall['signature']): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const expected = createHmac('sha512', keyOf()).update(body).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

function storeCall(context: Context, actor: Actor, { id: run_task_id, ...runTask }: RunTaskRow, call: RunCall) {
  const { vault, clock } = context;
  return auditedTransaction(context, actor, async (tx) => {
    // The lock prevents a call from being stored twice if the platform sends it twice at the same time.
    await lockOrganization(tx, runTask.organization_id);
    const { organization_id } = existing(await tx.first(runTaskById, { id: run_task_id }));
    const known = await tx.first(callOfResult, { runTask: run_task_id, result: call.task_result_id });
    if (known !== undefined) return { result: undefined, audit: [] };
    const open = (await tx.first(openCalls, { organization: organization_id }))?.total ?? 0;
    if (open >= maxOpen) throw new Busy('too many run task calls are waiting');
    const id = newId('polrtc');
    const now = clock.now();
    const at = timestamp(now);
    await insertCall(tx, {
      id,
      run_task_id,
      organization_id,
      task_result_id: call.task_result_id,
      run_id: call.run_id ?? null,
      workspace_name: call.workspace_name ?? null,
      status: 'accepted',
      announced_at: null,
      waits_until: null,
      sealed: vault.seal(callPlace(id), JSON.stringify(call)),
      next_attempt_at: at,
      deadline_at: timestamp(now + answerTime),
      created_at: at,
      updated_at: at,
      expires_at: timestamp(now + retentionTime),
    });
    const after = { 'run-task': runTask.name, run: call.run_id ?? null, workspace: call.workspace_name ?? null };
    const entry = { action: 'policy-run-task.call', type: 'policy-run-tasks', id: run_task_id };
    return { result: undefined, audit: [{ ...entry, organizationId: organization_id, after }] };
  });
}
