import { Type } from 'typebox';
import { resource, shown } from '../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../jsonapi/schema.ts';
import type { AuditRecord, NamedActor } from './record.ts';

const namedActor = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
});

/** The values of an audit entry, by their own names. */
const values = Nullable(Type.Object({}));

export const auditResource = resource<AuditRecord>({
  type: 'audit-records',
  attributes: {
    at: shown(Timestamp(), ({ at }) => at),
    action: shown(Type.String(), ({ action }) => action),
    actor: shown(namedActor, ({ actor }) => actor),
    impersonator: shown(Nullable(namedActor), ({ impersonator }) => impersonator),
    reason: shown(Nullable(Type.String()), ({ reason }) => reason),
    'resource-type': shown(Type.String(), ({ resourceType }) => resourceType),
    'resource-id': shown(Type.String(), ({ resourceId }) => resourceId),
    'organization-id': shown(Nullable(Type.String()), ({ organizationId }) => organizationId),
    before: shown(values, ({ before }) => before),
    after: shown(values, ({ after }) => after),
    'request-id': shown(Type.String(), ({ requestId }) => requestId),
    address: shown(Type.String(), ({ address }) => address),
    sequence: shown(Nullable(Type.Integer()), ({ sequence }) => sequence),
  },
});

const nameOf = ({ name, id, kind }: NamedActor): string => name ?? id ?? kind;

const actorsOf = ({ actor, impersonator }: AuditRecord): string =>
  impersonator === null ? nameOf(actor) : `${nameOf(actor)} (by ${nameOf(impersonator)})`;

/** A record in one line, for people. */
export const auditLine = resource<AuditRecord>({
  type: 'audit-records',
  attributes: {
    at: shown(Timestamp(), ({ at }) => at),
    action: shown(Type.String(), ({ action }) => action),
    actor: shown(Type.String(), actorsOf),
    resource: shown(Type.String(), ({ resourceId }) => resourceId),
  },
});
