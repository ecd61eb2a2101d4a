// Results of each policy in an evaluation, grouped by policy set.
import { Card, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outcomesQuery, outputText, type PolicyOutcome, type SetOutcome } from '../../api/evaluations.ts';
import type { ListSearch } from '../../api/list.ts';
import { isMandatory } from '../../api/policies.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { Pages } from '../../components/list-pages.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Tag } from '../../components/tag.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { newAndOld, oldSummary, upper } from '../../texts/evaluations.ts';
import { SeverityTag, StatusTag } from './status.tsx';
import { Unknown } from './unknown-values.tsx';

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length > 0 && (
    <Stack gap={2}>
      <Dimmed>{title}</Dimmed>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
            <Code style={{ whiteSpace: 'pre-wrap' }}>{line}</Code>
          </List.Item>
        ))}
      </List>
    </Stack>
  );

/** Text written by the author of a policy. Line breaks are preserved. */
const Paragraph = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
    {children}
  </Text>
);

/**
 * Returns the title and the descriptions of a policy without duplicates. The descriptions are from the policy's
 * attribute and from the metadata in its code.
 */
const aboutOf = ({ description, metadata }: PolicyOutcome): readonly string[] =>
  [...new Set([metadata?.title ?? '', description, metadata?.description ?? ''])].filter((text) => text !== '');

/** Advice on how to fix failures, and links to related resources. The policy's author wrote both. */
const Advice = ({ metadata }: Pick<PolicyOutcome, 'metadata'>) =>
  metadata !== null && (
    <>
      {metadata.remediation !== '' && <Paragraph>{`To do: ${metadata.remediation}`}</Paragraph>}
      {metadata.related_resources.length > 0 && (
        <Stack gap={2}>
          <Dimmed>See also</Dimmed>
          <List size="sm">
            {metadata.related_resources.map(({ ref, description }) => (
              <List.Item key={`${ref} ${description}`}>
                <WebLink address={ref}>{description === '' ? ref : description}</WebLink>
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
    </>
  );

const Policy = ({ outcome }: { readonly outcome: PolicyOutcome }) => {
  const { policy_name: name, status, metadata, output, output_count: count, problems, prints } = outcome;
  const { old_output: old, old_output_count: oldCount } = outcome;
  const hidden = count - output.length;
  return (
    <Card withBorder component="li" padding="sm">
      <Stack gap="xs">
        <Group gap="xs">
          {outcome.old ? <Tag>Only old findings</Tag> : <StatusTag status={status} />}
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Tag tone={isMandatory(outcome.enforcement_level) ? 'warned' : 'neutral'}>
            {upper(outcome.enforcement_level)}
          </Tag>
          {outcome.severity !== null && <SeverityTag severity={outcome.severity} />}
          {outcome.shadow && <Tag>Shadow mode</Tag>}
          {outcome.exempt && <Tag tone="warned">Exempt</Tag>}
          {oldCount > 0 && <Text size="sm">{newAndOld(count, oldCount)}</Text>}
        </Group>
        {aboutOf(outcome).map((text) => (
          <Paragraph key={text}>{text}</Paragraph>
        ))}
        <Lines title="Output" lines={[...new Set(output.map(outputText))]} />
        {hidden > 0 && <Text size="sm">{`and ${hidden.toLocaleString('en')} more`}</Text>}
        {oldCount > 0 && (
          <details>
            <summary>{oldSummary(oldCount)}</summary>
            <Lines title="Old output" lines={[...new Set(old.map(outputText))]} />
            {oldCount > old.length && (
              <Text size="sm">{`and ${(oldCount - old.length).toLocaleString('en')} more`}</Text>
            )}
          </details>
        )}
        {status === 'failed' && <Advice metadata={metadata} />}
        <Lines
          title={status === 'passed' || status === 'failed' ? 'Warnings' : 'No verdict'}
          lines={[...new Set(problems)]}
        />
        <Unknown status={outcome.status} unknown={outcome.depends_on_unknown} />
        <Lines title="Printed" lines={[...new Set(prints)]} />
      </Stack>
    </Card>
  );
};

interface OutcomesProps {
  readonly evaluation: string;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => unknown;
}

const OfSet = ({ outcome: { attributes, id } }: { readonly outcome: SetOutcome }) => (
  <Stack gap="xs" component="section" aria-labelledby={id}>
    <Title order={2} size="h4" id={id} style={{ overflowWrap: 'anywhere' }}>
      {attributes['policy-set-name']}
    </Title>
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {attributes.outcomes.map((outcome) => (
        <Policy key={`${outcome.policy_id} ${outcome.policy_name}`} outcome={outcome} />
      ))}
    </Stack>
  </Stack>
);

export function Outcomes({ evaluation, search, onSearch }: OutcomesProps) {
  const { data, error, refetch } = useQuery(outcomesQuery(evaluation, search.page ?? 1));
  if (error !== null || data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  if (data.data.length === 0) return <Text c="dimmed">No policy was evaluated.</Text>;
  return (
    <>
      {data.data.map((outcome) => (
        <OfSet key={outcome.id} outcome={outcome} />
      ))}
      <Pages search={search} onSearch={onSearch} listed={data} hasSizes={false} />
    </>
  );
}
