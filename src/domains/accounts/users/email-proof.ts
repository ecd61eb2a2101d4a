import { sql } from 'kysely';
import type { RowOf } from '../../../kernel/columns.ts';
import type { users } from './entity.ts';

/** The proof of an address. The release before stored an invitation as one, and may still run on this database. */
export const emailProof = sql<RowOf<typeof users.columns>['email_proof']>`nullif(users.email_proof, 'invitation')`;
