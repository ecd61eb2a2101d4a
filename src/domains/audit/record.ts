// Audit records, read from database rows.
import type { UsedToken } from '../../kernel/actor.ts';
import type { AuditRow } from './trail-store.ts';

/** An actor in an audit record. The name is kept after the account has been deleted. */
export interface NamedActor {
  readonly kind: string;
  /** Identifier of the actor. Null for the command line, the service, and anonymous callers. */
  readonly id: string | null;
  readonly name: string | null;
}

export interface AuditRecord {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly actor: NamedActor;
  /** Administrator who impersonated the actor. */
  readonly impersonator: NamedActor | null;
  readonly reason: string | null;
  /** Null if the actor did not use a token. */
  readonly token: UsedToken | null;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly organizationId: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly requestId: string;
  readonly address: string;
  readonly sequence: number | null;
  readonly seal: string | null;
}

interface StoredActor {
  readonly kind: string;
  readonly id?: string | null;
  readonly username?: string;
  readonly name?: string;
  readonly impersonator?: { readonly id: string; readonly username: string };
  readonly reason?: string | null;
  readonly token?: UsedToken | null;
}

interface StoredChange {
  readonly before: object | null;
  readonly after: object | null;
}

export const readRecord = (row: AuditRow): AuditRecord => {
  const {
    kind,
    id = null,
    username,
    name,
    impersonator,
    reason = null,
    token = null,
  }: StoredActor = JSON.parse(row.actor);
  const { before, after }: StoredChange = JSON.parse(row.change);
  return {
    id: String(row.id),
    at: row.at,
    action: row.action,
    actor: { kind, id, name: username ?? name ?? null },
    impersonator: impersonator ? { kind: 'user', id: impersonator.id, name: impersonator.username } : null,
    reason,
    token,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    organizationId: row.organization_id,
    before,
    after,
    requestId: row.request_id,
    address: row.address,
    sequence: row.sequence,
    seal: row.seal,
  };
};
