import type { TablesOf } from '../../db/tables.ts';
import { bigint, json, nullable, serial, table, text, time } from '../../kernel/columns.ts';

/**
 * Audit records: actor, action and object of each change. A record is written with the change itself, and sealed into a
 * chain afterwards.
 */
export const auditRecords = table('audit_records', {
  id: serial(),
  at: time(),
  action: text(),
  resource_type: text(),
  resource_id: text(),
  organization_id: nullable(text()),
  /** The identity of the actor. */
  actor: json(),
  actor_id: nullable(text()),
  impersonator_id: nullable(text()),
  /** Values before and after the change, without secret ones. */
  change: json(),
  request_id: text(),
  address: text(),
  /** The place in the chain, from 1; null until it is sealed. */
  sequence: nullable(bigint()),
  seal: nullable(text()),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof auditRecords]> {}
}
