import { administration } from '../../../http/callers.ts';
import { nothing, one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { existing } from '../../../jsonapi/errors.ts';
import { heldResource, resumption } from './resource.ts';
import { readHeldWork, resumeInstance } from './resumption.ts';

const path = '/admin/held-instance';

const read = route('GET', path, {
  ...administration,
  operationId: 'readHeldInstance',
  summary: 'Show the state and the waiting work of a held instance',
  description:
    'An instance that was restored from a backup is held: until it is resumed, it sends no mail, text messages or audit records, answers no run tasks, and deletes no expired data. `mails-of-backup` is the number of mails that were waiting when the backup was made. `stream-records` is null while the audit stream is off. Returns 404 if the instance is not held.',
  reply: one(heldResource),
  handle: async (context) => existing(await readHeldWork(context, context.database)),
});

const resume = route('POST', `${path}/actions/resume`, {
  ...administration,
  operationId: 'resumeInstance',
  summary: 'Resume a held instance',
  description:
    'The instance contacts other systems again and sends everything that was waiting. Mails that were waiting when the backup was made are deleted, unless `send-waiting` is true. Returns 404 if the instance is not held.',
  payload: resumption,
  reply: nothing,
  handle: async (context, { actor, input }) => {
    await resumeInstance(context, actor, input.attributes['send-waiting'] ?? false);
  },
});

export const heldRoutes = [read, resume];
