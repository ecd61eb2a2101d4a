// Status of a restored instance that is on hold, for site administrators.
import type { Resource } from './client.ts';
import { creating, record } from './query.ts';

export type HeldInstance = Resource<'held-instances'>['attributes'];

export const heldInstanceQuery = record('held-instance', '/api/v2/admin/held-instance')();

/** Ends the hold, so that the instance sends mail, text messages and audit records again. */
export const resumeInstance = creating('/api/v2/admin/held-instance/actions/resume', 'held-instances');
