// Tools of the service's jobs: their own actor, and a context under the lease of the job.
import { type Context, withDatabase } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Turn } from '../../../runtime/jobs/jobs.ts';

/** The actor of changes that no request caused. */
export function serviceActor(): Actor {
  return { identity: { kind: 'system', name: 'service' }, requestId: crypto.randomUUID(), address: '' };
}

/** A context whose transactions fail once another instance has taken over the job. */
export function leased(context: Context, { transaction }: Turn): Context {
  return withDatabase(context, { ...context.database, transaction });
}
