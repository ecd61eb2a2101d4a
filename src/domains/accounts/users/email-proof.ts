import { sql } from 'kysely';
import type { RowOf } from '../../../kernel/columns.ts';
import type { users } from './entity.ts';

/**
 * SQL expression for the way in which the address was confirmed. Null for an unconfirmed address. The previous release
 * may still run on this database and stores `invitation` for an unconfirmed address.
 */
export const emailProof = sql<RowOf<typeof users.columns>['email_proof']>`nullif(users.email_proof, 'invitation')`;
