import { Type } from 'typebox';
import { resource } from '../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../jsonapi/schema.ts';
import type { AuditRecord, NamedActor } from './record.ts';

const namedActor = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
});

/** The values of an audit entry, by their own names. */
const values = Nullable(Type.Object({}));

export const auditResource = resource<AuditRecord>()({
  type: 'audit-records',
  attributes: Exactly({
    at: Timestamp(),
    action: Type.String(),
    actor: namedActor,
    impersonator: Nullable(namedActor),
    reason: Nullable(Type.String()),
    'resource-type': Type.String(),
    'resource-id': Type.String(),
    'organization-id': Nullable(Type.String()),
    before: values,
    after: values,
    'request-id': Type.String(),
    address: Type.String(),
    sequence: Nullable(Type.Integer()),
  }),
  id: ({ id }) => id,
  present: (record) => ({
    at: record.at,
    action: record.action,
    actor: record.actor,
    impersonator: record.impersonator,
    reason: record.reason,
    'resource-type': record.resourceType,
    'resource-id': record.resourceId,
    'organization-id': record.organizationId,
    before: record.before,
    after: record.after,
    'request-id': record.requestId,
    address: record.address,
    sequence: record.sequence,
  }),
});

const nameOf = ({ name, id, kind }: NamedActor): string => name ?? id ?? kind;

const actorsOf = ({ actor, impersonator }: AuditRecord): string =>
  impersonator === null ? nameOf(actor) : `${nameOf(actor)} (by ${nameOf(impersonator)})`;

/** A record in one line, for people. */
export const auditLine = resource<AuditRecord>()({
  type: 'audit-records',
  attributes: Exactly({ at: Timestamp(), action: Type.String(), actor: Type.String(), resource: Type.String() }),
  id: ({ id }) => id,
  present: (record) => ({
    at: record.at,
    action: record.action,
    actor: actorsOf(record),
    resource: record.resourceId,
  }),
});
