// Helpers for the service's jobs: an actor, and a context whose transactions require the job's lease.
import { type Context, withDatabase } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Turn } from '../../../runtime/jobs/jobs.ts';

/** The actor of changes that are not caused by a request. */
export function serviceActor(): Actor {
  return { identity: { kind: 'system', name: 'service' }, requestId: crypto.randomUUID(), address: '' };
}

/** A context whose transactions fail after another instance has taken over the job. */
export function leased(context: Context, { transaction }: Turn): Context {
  return withDatabase(context, { ...context.database, transaction });
}
