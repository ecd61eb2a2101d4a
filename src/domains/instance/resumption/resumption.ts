// What an instance that was restored from a backup leaves undone, and how an operator lets it go on.
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
  /** Number of audit records that the audit stream has not sent; null while the stream is off. */
  readonly streamRecords: number | null;
  /** Number of mails that waited when the backup was made. */
  readonly mailsOfBackup: number;
  /** Number of mails that were queued since the restore. */
  readonly mailsSince: number;
  /** Number of calls of run platforms that wait for an answer. */
  readonly runTaskCalls: number;
}

/** Work that waits; undefined if the instance is not held. */
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
 * Lets every process of a held instance act on the outside world again. Mails that waited at the backup are deleted unless
 * `sendsWaiting`. 404 if the instance is not held.
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
