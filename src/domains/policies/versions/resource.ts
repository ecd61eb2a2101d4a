import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { archivedPolicies, policySetVersions } from './entity.ts';
import type { ArchivedPolicyRow } from './store.ts';
import type { ShownVersion } from './versions.ts';

const timestamps = Exactly({
  'pending-at': Timestamp(),
  'ready-at': Type.Optional(Timestamp()),
  'errored-at': Type.Optional(Timestamp()),
});

const timestampsOf = ({ status, created_at, updated_at }: ShownVersion) => ({
  'pending-at': created_at,
  ...(status === 'ready' && { 'ready-at': updated_at }),
  ...(status === 'errored' && { 'errored-at': updated_at }),
});

const self = ({ id }: { readonly id: string }): string => `/api/v2/policy-set-versions/${id}`;

export const versionResource = resource<ShownVersion>({
  type: 'policy-set-versions',
  attributes: {
    ...policySetVersions.shown,
    source: shown(Type.Literal('tfe-api'), () => 'tfe-api' as const),
    'error-message': policySetVersions.shown.error,
    'status-timestamps': shown(timestamps, timestampsOf),
    'upload-expires-at': shown(Nullable(Timestamp()), ({ upload }) => upload?.expiresAt ?? null),
  },
  relationships: { 'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id } },
  links: { self },
  optionalLinks: {
    upload: ({ upload }) => upload?.url,
    download: (row) => (row.archive_id === null ? undefined : `${self(row)}/download`),
  },
});

/** A policy of a version. It changes with the next version only. */
export const archivedPolicyResource = resource<ArchivedPolicyRow>({
  type: 'policy-set-version-policies',
  attributes: archivedPolicies.shown,
});
