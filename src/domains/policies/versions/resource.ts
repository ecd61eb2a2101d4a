import { Type } from 'typebox';
import { resource, type Shown, shown, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { ListedDocument } from '../../../protocols/archives/policy-archive.ts';
import type { ArchiveCheck } from '../code-checks/archive-check.ts';
import {
  checkShown,
  type ShownCheck,
  testsShown,
  unreachable,
  waitingFor,
  without,
} from '../code-checks/shown-check.ts';
import { shownShadow } from '../policies/introduction.ts';
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

const archiveCheck = shownObject<Omit<ArchiveCheck, 'status' | 'checkedAt'> & Pick<ShownCheck, 'status' | 'checkedAt'>>(
  {
    status: shown(Type.Enum(['passed', 'failed', 'not-checked', 'unreachable']), ({ status }) => status),
    reason: shown(Nullable(Type.String()), ({ reason }) => reason),
    passed: shown(Type.Integer(), ({ counts }) => counts.passed),
    failed: shown(Type.Integer(), ({ counts }) => counts.failed),
    'not-checked': shown(Type.Integer(), ({ counts }) => counts['not-checked']),
    'checked-at': shown(Nullable(Timestamp()), ({ checkedAt }) => checkedAt),
    'engine-version': shown(Nullable(Type.String()), ({ engine }) => (engine === null ? null : `opa ${engine}`)),
  },
);

const storedCheck = ({ code_check }: ShownVersion): ArchiveCheck | undefined =>
  code_check === null ? undefined : JSON.parse(code_check);

/** Result of the archive's check; null if the version has no archive. */
const shownArchiveCheck: Shown<ShownVersion> = {
  schema: Nullable(archiveCheck.schema),
  read: (row) => {
    if (row.archive_id === null) return null;
    const counts = { passed: 0, failed: 0, 'not-checked': row.policy_count ?? 0 };
    const { status, reason } = row.kind === 'native' ? unreachable : without('not-checked', waitingFor(row));
    const none = { status, reason, counts, checkedAt: null, engine: null, tests: null };
    return archiveCheck.read(storedCheck(row) ?? none);
  },
};

/** Results of the archive's Rego tests; null if there are no tests or if they have not run yet. */
const shownArchiveTests: Shown<ShownVersion> = {
  schema: Nullable(testsShown.schema),
  read: (row) => {
    const tests = storedCheck(row)?.tests ?? null;
    return tests === null ? null : testsShown.read(tests);
  },
};

const shownDocument = Exactly({ path: Type.String(), size: Type.Integer() });

/**
 * Data documents in the archive; null if the version has no archive, or if an older release stored the archive without
 * reading the documents.
 */
const shownData: Shown<ShownVersion> = {
  schema: Nullable(Type.Array(shownDocument)),
  read: ({ data_documents }): readonly ListedDocument[] | null =>
    data_documents === null ? null : JSON.parse(data_documents),
};

/** Result of a policy's code check. The check includes all code that is evaluated with the policy. */
const shownPolicyCheck: Shown<ArchivedPolicyRow> = {
  schema: checkShown.schema,
  read: ({ kind, code_check, check_after }) => {
    if (kind === 'native') return checkShown.read(unreachable);
    return checkShown.read(
      code_check === null ? without('not-checked', waitingFor({ check_after })) : JSON.parse(code_check),
    );
  },
};

export const versionResource = resource<ShownVersion>({
  type: 'policy-set-versions',
  attributes: {
    ...policySetVersions.shown,
    staged: shown(Type.Boolean(), ({ is_staged }) => is_staged === 1),
    source: shown(Type.Literal('tfe-api'), () => 'tfe-api' as const),
    'error-message': policySetVersions.shown.error,
    'status-timestamps': shown(timestamps, timestampsOf),
    check: shownArchiveCheck,
    'test-result': shownArchiveTests,
    'data-documents': shownData,
    'upload-expires-at': shown(Nullable(Timestamp()), ({ upload }) => upload?.expiresAt ?? null),
  },
  relationships: { 'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id } },
  links: { self },
  optionalLinks: {
    upload: ({ upload }) => upload?.url,
    download: (row) => (row.archive_id === null ? undefined : `${self(row)}/download`),
  },
});

/** A policy in a policy set version. It cannot be changed, only replaced by a new version. */
export const archivedPolicyResource = resource<ArchivedPolicyRow>({
  type: 'policy-set-version-policies',
  attributes: { ...archivedPolicies.shown, shadow: shownShadow, check: shownPolicyCheck },
});
