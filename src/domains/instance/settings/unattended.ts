// What the service does by itself: as whom, and under which lease.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Turn } from '../../../runtime/jobs.ts';

/** The service itself, where nobody asked. */
export const serviceActor = (): Actor => ({
  identity: { kind: 'system', name: 'service' },
  requestId: crypto.randomUUID(),
  address: '',
});

/** A context whose changes are a job's: they fail once another instance has taken the job over. */
export const leased = (context: Context, { transaction }: Turn): Context => ({
  ...context,
  database: { ...context.database, transaction },
});
