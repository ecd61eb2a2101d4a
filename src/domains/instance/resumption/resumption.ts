// The work that waits while an instance is held after a restore, and the resumption of the instance by an operator.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { endHeld, type Held, lockHeld, readHeld } from '../../../runtime/state/held.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { readStreamStatus } from '../audit-stream/status.ts';
import { deleteMailsBefore, mailsBefore } from '../mail/store.ts';
import { mailSignal } from '../services.ts';

/** Work that waits while an instance is held. */
export interface HeldWork extends Held {
  /** Number of audit records that the audit stream has not sent. Null while the stream is off. */
  readonly streamRecords: number | null;
  /** Number of mails that were queued before the backup. */
  readonly mailsOfBackup: number;
  /** Number of mails that were queued after the restore. */
  readonly mailsSince: number;
  /** Number of run task requests that wait for a response. */
  readonly runTaskCalls: number;
}

/** Returns the work that waits while the instance is held. Undefined if the instance is not held. */
export async function readHeldWork(context: Context, reader: Reader): Promise<HeldWork | undefined> {
  const held = await readHeld(reader);
  if (held === undefined) return undefined;
  const stream = await readStreamStatus(reader);
  const mails = await mailsBefore(reader, held.at);
  return {
    ...held,
    streamRecords: stream.isOn ? stream.behind : null,
    mailsOfBackup: mails.before,
    mailsSince: mails.since,
    runTaskCalls: await context.ports.openRunTaskCalls(reader),
  };
}

/**
 * Resumes a held instance, so that all of its processes contact other systems again. Mails from before the backup are
 * deleted unless `sendsWaiting` is true. 404 if the instance is not held.
 */
export function resumeInstance(context: Context, actor: Actor, sendsWaiting: boolean): Promise<HeldWork> {
  return auditedTransaction(context, actor, async (tx) => {
    const held = await lockHeld(tx);
    const work = await readHeldWork(context, tx);
    if (held === undefined || work === undefined) throw notFound();
    const deleted = sendsWaiting ? 0 : await deleteMailsBefore(tx, held.at);
    await endHeld(tx);
    tx.afterCommit(() => mailSignal(context).notify());
    const after = {
      'restored-at': held.at,
      'backup-made-at': held.madeAt,
      'stream-records': work.streamRecords,
      'run-task-calls': work.runTaskCalls,
      'deleted-mails': deleted,
    };
    return { result: work, audit: [{ action: 'instance.resume', type: 'instance', id: 'backup', after }] };
  });
}
