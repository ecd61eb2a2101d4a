// Common layout of the pages about a policy, with its name, its facts, and links to the sections.
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Policy, policyQuery } from '../../api/policies.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SectionLinks } from '../../components/section-links.tsx';
import { Tag } from '../../components/tag.tsx';
import { counted } from '../../texts/counted.ts';
import { CheckTag, failsTests, IntroductionTag, isSound, kindName, LevelTag, TestsTag } from './labels.tsx';

/** Returns the organization and the policy from the page's path. */
export const usePolicyParams = (): { readonly organization: string; readonly id: string } => {
  const { organization = '', policy: id = '' } = useParams({ strict: false });
  return { organization, id };
};

/**
 * Returns the sections of a policy's page. Tests and replays are only for policies that this service evaluates itself.
 */
const sectionsOf = (organization: string, { id, attributes }: Policy) => {
  const base = `/app/organizations/${encodeURIComponent(organization)}/policies/${id}`;
  const isEvaluated = attributes.kind === 'opa';
  return [
    { label: 'Health', path: base },
    { label: 'Code', path: `${base}/code` },
    ...(isEvaluated ? [{ label: 'Tests', path: `${base}/tests` }] : []),
    { label: 'Settings', path: `${base}/settings` },
    { label: 'History', path: `${base}/history`, otherPath: `${base}/revisions` },
    ...(isEvaluated ? [{ label: 'Replays', path: `${base}/replays` }] : []),
    { label: 'Exemptions', path: `${base}/exemptions` },
  ];
};

const Facts = ({ policy }: { readonly policy: Policy }) => (
  <>
    <Group gap="xs">
      <Tag>{kindName(policy.attributes.kind)}</Tag>
      <LevelTag policy={policy} />
      <IntroductionTag policy={policy} />
      <TestsTag policy={policy} />
      {!(failsTests(policy) && isSound(policy)) && <CheckTag policy={policy} />}
      <Dimmed>{counted(policy.attributes['policy-set-count'], 'policy set')}</Dimmed>
    </Group>
    {policy.attributes.description !== null && policy.attributes.description !== '' && (
      <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{policy.attributes.description}</Text>
    )}
  </>
);

interface PolicyPageProps {
  /** Returns the heading of the page. By default, it is the name of the policy. */
  readonly title?: (policy: Policy) => string;
  readonly children: (policy: Policy) => ReactNode;
}

export function PolicyPage({ title = ({ attributes }) => attributes.name, children }: PolicyPageProps) {
  const { organization, id } = usePolicyParams();
  const { data, error, refetch } = useQuery(policyQuery(id));
  return (
    <Page
      title={data === undefined ? '…' : title(data.data)}
      trail={
        <PageLink to="/app/organizations/$organization/policies" params={{ organization }}>
          Policies
        </PageLink>
      }
    >
      {data === undefined && <QueryState data={data} error={error} refetch={refetch} />}
      {data !== undefined && (
        <>
          <Facts policy={data.data} />
          <SectionLinks label="Policy pages" sections={sectionsOf(organization, data.data)} />
          {children(data.data)}
        </>
      )}
    </Page>
  );
}
