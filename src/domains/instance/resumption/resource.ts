import { Type } from 'typebox';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { HeldWork } from './resumption.ts';

const count = () => Type.Integer({ minimum: 0 });

/**
 * State of an instance that is held after a restore, with the amount of work that waits until the instance is resumed.
 */
export const heldResource = resource<HeldWork>({
  type: 'held-instances',
  attributes: {
    'restored-at': shown(Timestamp(), ({ at }) => at),
    'backup-made-at': shown(Timestamp(), ({ madeAt }) => madeAt),
    'stream-records': shown(Nullable(count()), ({ streamRecords }) => streamRecords),
    'mails-of-backup': shown(count(), ({ mailsOfBackup }) => mailsOfBackup),
    'mails-since': shown(count(), ({ mailsSince }) => mailsSince),
    'run-task-calls': shown(count(), ({ runTaskCalls }) => runTaskCalls),
  },
  id: () => 'instance',
});

/** Payload of a resumption. The attribute says whether mails that were queued before the backup are sent. */
export const resumption = documentPayload({
  type: 'held-instances',
  attributes: Type.Object({ 'send-waiting': Type.Optional(Type.Boolean()) }),
  isOptional: true,
});
