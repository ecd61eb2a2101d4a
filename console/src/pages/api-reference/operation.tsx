import { Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { Section } from '../../components/section.tsx';
import { Tag } from '../../components/tag.tsx';
import type { Operation } from './description.ts';
import { TryIt } from './try-it.tsx';

const Example = ({ title, text }: { readonly title: string; readonly text: string }) =>
  text !== '' && (
    <Section title={title}>
      <Code block mah={360} style={{ overflow: 'auto' }} tabIndex={0}>
        {text}
      </Code>
    </Section>
  );

/** Documentation of an operation, its responses, and a form that sends a request. */
export function OperationView({ operation }: { readonly operation: Operation }) {
  const { method, path, summary, description, body, responses } = operation;
  const success = responses.find(({ example }) => example !== '');
  return (
    <Stack gap="lg" component="article" aria-label={summary}>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {summary}
        </Title>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Tag>{method}</Tag>
          <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      </Stack>
      <TryIt operation={operation} />
      <Example title="Example request" text={body?.example ?? ''} />
      <Example title="Example response" text={success?.example ?? ''} />
      <Section title="Responses">
        <Table>
          <Table.Tbody>
            {responses.map(({ status, description: meaning }) => (
              <Table.Tr key={status}>
                <Table.Th scope="row">{status}</Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Section>
    </Stack>
  );
}
