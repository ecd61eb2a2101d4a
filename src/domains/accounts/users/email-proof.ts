import { sql } from 'kysely';
import type { RowOf } from '../../../kernel/columns.ts';
import type { users } from './entity.ts';

/**
 * SQL expression that tells how the address was confirmed. Null while it is unconfirmed. The previous release stored
 * `invitation` for an unconfirmed address and may still run on this database.
 */
export const emailProof = sql<RowOf<typeof users.columns>['email_proof']>`nullif(users.email_proof, 'invitation')`;
