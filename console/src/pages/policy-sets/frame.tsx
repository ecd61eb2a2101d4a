// Common layout of the pages about a policy set, with its name, its facts, and links to the sections.
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type PolicySet, policySetQuery } from '../../api/policy-sets.ts';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SectionLinks } from '../../components/section-links.tsx';
import { Tag } from '../../components/tag.tsx';
import { kindName } from '../policies/labels.tsx';

/** Returns the organization and the policy set from the page's path. */
export const useSetParams = (): { readonly organization: string; readonly id: string } => {
  const { organization = '', set: id = '' } = useParams({ strict: false });
  return { organization, id };
};

const sectionsOf = (organization: string, id: string) => {
  const base = `/app/organizations/${encodeURIComponent(organization)}/policy-sets/${id}`;
  return [
    { label: 'Policies and scope', path: base },
    { label: 'Applies to', path: `${base}/applies-to` },
    { label: 'Parameters', path: `${base}/parameters` },
    { label: 'Trends', path: `${base}/trends` },
    { label: 'Settings', path: `${base}/settings` },
    { label: 'Evaluate a plan', path: `${base}/evaluate` },
  ];
};

const Facts = ({ set: { attributes } }: { readonly set: PolicySet }) => (
  <>
    <Group gap="xs">
      <Tag>{kindName(attributes.kind)}</Tag>
      {attributes.global && <Tag tone="warned">Global</Tag>}
      {attributes.overridable && <Tag>Can be overridden</Tag>}
      {attributes.shadow && <Tag>Shadow mode</Tag>}
      {attributes.versioned && <Tag>Versioned</Tag>}
    </Group>
    {attributes.description !== null && attributes.description !== '' && (
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{attributes.description}</Text>
    )}
  </>
);

export function PolicySetPage({ children }: { readonly children: (set: PolicySet) => ReactNode }) {
  const { organization, id } = useSetParams();
  const { data, error, refetch } = useQuery(policySetQuery(id));
  return (
    <Page
      title={data?.data.attributes.name ?? '…'}
      trail={
        <PageLink to="/app/organizations/$organization/policy-sets" params={{ organization }}>
          Policy sets
        </PageLink>
      }
    >
      {data === undefined && <QueryState data={data} error={error} refetch={refetch} />}
      {data !== undefined && (
        <>
          <Facts set={data.data} />
          <SectionLinks label="Policy set pages" sections={sectionsOf(organization, id)} />
          {children(data.data)}
        </>
      )}
    </Page>
  );
}
