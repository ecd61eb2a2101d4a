import { Type } from 'typebox';
import { resource, shown } from '../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../jsonapi/schema.ts';
import type { AuditRecord, NamedActor } from './record.ts';

const namedActor = Exactly({
  kind: Type.String(),
  id: Nullable(Type.String()),
  name: Nullable(Type.String()),
});

/** Values of an audit entry, under the attribute names of the changed resource. */
const values = Nullable(Type.Object({}));

/** Attributes of a change: time, actor, action and values. */
export const changeAttributes = {
  at: shown(Timestamp(), ({ at }: AuditRecord) => at),
  action: shown(Type.String(), ({ action }: AuditRecord) => action),
  actor: shown(namedActor, ({ actor }: AuditRecord) => actor),
  impersonator: shown(Nullable(namedActor), ({ impersonator }: AuditRecord) => impersonator),
  before: shown(values, ({ before }: AuditRecord) => before),
  after: shown(values, ({ after }: AuditRecord) => after),
};

const { before, after, ...whoAndWhen } = changeAttributes;

/** Attributes of an audit event: actor, action, object, values and sequence number. */
const event = {
  ...whoAndWhen,
  token: shown(
    Nullable(Exactly({ id: Type.String(), description: Nullable(Type.String()) })),
    ({ token }: AuditRecord) => token,
  ),
  'resource-type': shown(Type.String(), ({ resourceType }: AuditRecord) => resourceType),
  'resource-id': shown(Type.String(), ({ resourceId }: AuditRecord) => resourceId),
  before,
  after,
  'request-id': shown(Type.String(), ({ requestId }: AuditRecord) => requestId),
  sequence: shown(Nullable(Type.Integer()), ({ sequence }: AuditRecord) => sequence),
};

export const auditResource = resource<AuditRecord>({
  type: 'audit-records',
  attributes: {
    ...event,
    reason: shown(Nullable(Type.String()), ({ reason }) => reason),
    'organization-id': shown(Nullable(Type.String()), ({ organizationId }) => organizationId),
    address: shown(Type.String(), ({ address }) => address),
  },
});

/** Returns a record in the form used by the export and the audit stream: its attributes and its seal. */
export const exportedRecord = (record: AuditRecord): object => {
  const { id, attributes } = auditResource.object(record);
  return { id, ...Object(attributes), seal: record.seal };
};

/**
 * A record as shown to the organization's owners. It contains neither network addresses nor the reason that a site
 * administrator gave for an impersonation.
 */
export const auditEventResource = resource<AuditRecord>({ type: 'audit-events', attributes: event });

const nameOf = ({ name, id, kind }: NamedActor): string => name ?? id ?? kind;

const actorsOf = ({ actor, impersonator }: AuditRecord): string =>
  impersonator === null ? nameOf(actor) : `${nameOf(actor)} (by ${nameOf(impersonator)})`;

/** A record with a one-line summary for people. */
export const auditLine = resource<AuditRecord>({
  type: 'audit-records',
  attributes: {
    at: shown(Timestamp(), ({ at }) => at),
    action: shown(Type.String(), ({ action }) => action),
    actor: shown(Type.String(), actorsOf),
    resource: shown(Type.String(), ({ resourceId }) => resourceId),
  },
});
