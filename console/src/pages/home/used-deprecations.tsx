// Deprecated versions of an organization's modules that are still downloaded.
import { Alert, List, Text } from '@mantine/core';
import type { Resource } from '../../api/client.ts';
import type { Listed } from '../../api/list.ts';
import { PageLink } from '../../components/links.tsx';
import { relativeTime, useNow } from '../../components/relative-time.ts';
import { counted } from '../../texts/counted.ts';

type Version = Resource<'module-deprecations-in-use'>;
type Attributes = Version['attributes'];

/** Deprecated versions of one organization's modules that are still in use. */
export interface UsedDeprecations {
  readonly organization: string;
  /** Versions, sorted by latest download. */
  readonly versions: readonly Version[];
  /** Total number of deprecated versions in use, including versions that are not listed. */
  readonly total: number;
}

/** Returns the organization's deprecated versions in use. Undefined if there are none. */
export function usedDeprecationsOf(
  organization: string,
  listed: Listed<Version> | undefined,
): UsedDeprecations | undefined {
  if (listed === undefined || listed.data.length === 0) return undefined;
  return { organization, versions: listed.data, total: listed.meta.pagination?.['total-count'] ?? listed.data.length };
}

type Consumer = NonNullable<Attributes['consumers']>[number];

const nameOf = (consumer: Consumer): string => {
  const name = consumer['consumer-name'] ?? consumer['consumer-id'];
  if (consumer['consumer-type'] === 'team') return `team ${name}`;
  return consumer['consumer-type'] === 'organization' ? `organization ${name}` : name;
};

const maxConsumers = 3;

/** Describes the last download of a version, and its consumers if the user may see them. */
function downloadsOf(
  { consumers, 'consumer-count': count, 'last-downloaded-at': last }: Attributes,
  now: number,
): string {
  const when = last === null ? '' : relativeTime(last, now);
  if (consumers === null || count === null) return `Downloaded ${when}.`;
  const named = consumers.slice(0, maxConsumers).map(nameOf);
  return `Downloaded by ${[...named, ...(count > named.length ? [counted(count - named.length, 'other')] : [])].join(', ')}, most recently ${when}.`;
}

/** Sentence that names the first workspaces that use a version. Empty if the user sees none. */
function workspacesOf({ workspaces, 'workspace-count': count }: Attributes): string {
  if (count === 0) return '';
  const named = workspaces.slice(0, maxConsumers).map(({ name }) => name);
  const others = count > named.length ? [counted(count - named.length, 'other')] : [];
  return `Used by ${count === 1 ? 'the workspace' : 'the workspaces'} ${[...named, ...others].join(', ')}. `;
}

export function UsedDeprecationsView({ organization, versions, total }: UsedDeprecations) {
  const now = useNow(60_000);
  return (
    <Alert
      color="yellow"
      title={`${counted(total, 'deprecated module version')} of ${organization} ${total === 1 ? 'is' : 'are'} in use`}
    >
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {versions.map(({ id, attributes }) => (
          <List.Item key={id}>
            <PageLink
              to="/app/organizations/$organization/registry/$name/$provider"
              params={{ organization, name: attributes.name, provider: attributes.provider }}
              search={{ version: attributes.version, part: 'used-by' }}
            >
              {`${attributes.name}/${attributes.provider} ${attributes.version}`}
            </PageLink>
            <Text size="sm">
              {workspacesOf(attributes)}
              {downloadsOf(attributes, now)}{' '}
              {attributes['newest-version'] === null
                ? 'Every version is deprecated.'
                : `The newest version is ${attributes['newest-version']}.`}
            </Text>
          </List.Item>
        ))}
      </List>
      {total > versions.length && (
        <PageLink to="/app/organizations/$organization/registry" params={{ organization }}>
          {`${counted(total - versions.length, 'more version')} in the registry`}
        </PageLink>
      )}
    </Alert>
  );
}
