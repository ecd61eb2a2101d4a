import type { TablesOf } from '../../db/tables.ts';
import { bigint, flag, json, nullable, serial, table, text, time } from '../../kernel/columns.ts';

/**
 * Audit records: actor, action and object of each change. A record is written in the transaction of its change, and
 * added to the audit chain afterwards.
 */
export const auditRecords = table('audit_records', {
  id: serial(),
  at: time(),
  action: text(),
  resource_type: text(),
  resource_id: text(),
  organization_id: nullable(text()),
  /** Identity of the actor as JSON. */
  actor: json(),
  actor_id: nullable(text()),
  impersonator_id: nullable(text()),
  /** Values before and after the change, without secrets. */
  change: json(),
  request_id: text(),
  address: text(),
  /** Position in the audit chain, starting at 1. Null until the record is sealed. */
  sequence: nullable(bigint()),
  seal: nullable(text()),
});

/**
 * Starts and ends of memberships, such as the addition of a policy to a policy set and its removal, each with its audit
 * record.
 */
export const auditMemberships = table('audit_memberships', {
  member_id: text(),
  /** Identifier of the resource that contains the member, such as a policy set. */
  container_id: text(),
  /** 1 if the membership starts, 0 if it ends. */
  is_added: flag(),
  record_id: bigint(),
});

declare module '../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof auditRecords, typeof auditMemberships]> {}
}
