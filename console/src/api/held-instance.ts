// A restored instance that is held, for administrators.
import type { Resource } from './client.ts';
import { creating, record } from './query.ts';

export type HeldInstance = Resource<'held-instances'>['attributes'];

export const heldInstanceQuery = record('held-instance', '/api/v2/admin/held-instance')();

/** Lets the instance act on the outside world again. */
export const resumeInstance = creating('/api/v2/admin/held-instance/actions/resume', 'held-instances');
