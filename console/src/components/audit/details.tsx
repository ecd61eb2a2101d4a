// Details of an audit event: actor, time, and changed values.
import { Stack, Table, Text } from '@mantine/core';
import type { AuditEvent } from '../../api/audit-trail.ts';
import { exactTime } from '../../api/time-preference.ts';
import { Fact, Facts } from '../fact.tsx';
import { WideTable } from '../wide-table.tsx';
import { actorName } from './names.ts';

interface Change {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

const shownValue = (value: unknown): string => {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
};

const valueIn = (values: object | null, name: string): unknown => Reflect.get(Object(values), name);

/**
 * Returns the values that an event changed, each with its name and its values before and after the event. Values are
 * compared as JSON.
 */
export function changesIn({ before, after }: Pick<AuditEvent['attributes'], 'before' | 'after'>): readonly Change[] {
  const names = [...new Set([before, after].flatMap((values) => Object.keys(Object(values))))];
  return names
    .map((name) => ({ name, before: valueIn(before, name), after: valueIn(after, name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const preserved = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** Table of values before and after a change. */
export const ChangedValues = ({ changes }: { readonly changes: readonly Change[] }) => (
  <WideTable label="What changed" minWidth={400}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">Field</Table.Th>
        <Table.Th scope="col">Before</Table.Th>
        <Table.Th scope="col">After</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {changes.map(({ name, before, after }) => (
        <Table.Tr key={name}>
          <Table.Th scope="row" fw={500} style={{ overflowWrap: 'break-word' }}>
            {name}
          </Table.Th>
          <Table.Td style={preserved}>{before !== undefined && <del>{shownValue(before)}</del>}</Table.Td>
          <Table.Td style={preserved}>
            {after !== undefined && <ins style={{ textDecoration: 'none' }}>{shownValue(after)}</ins>}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </WideTable>
);

const placeOf = ({ sequence }: AuditEvent['attributes'], verifiedThrough: number): string => {
  if (sequence === null) return 'Not in the hash chain yet';
  return sequence <= verifiedThrough
    ? `${sequence.toLocaleString('en')}, verified`
    : `${sequence.toLocaleString('en')}, not verified yet`;
};

interface DetailsProps {
  readonly event: AuditEvent;
  readonly verifiedThrough: number;
}

export function EventDetails({ event, verifiedThrough }: DetailsProps) {
  const { attributes } = event;
  const { actor, impersonator, token } = attributes;
  const changes = changesIn(attributes);
  return (
    <Stack>
      <Facts>
        <Fact name="Code">{attributes.action}</Fact>
        <Fact name="When">{exactTime(attributes.at)}</Fact>
        <Fact name="Who">{actorName(actor)}</Fact>
        {impersonator !== null && <Fact name="Impersonated by">{actorName(impersonator)}</Fact>}
        {token !== null && (
          <Fact name="With the API token">
            {token.description === null ? token.id : `${token.description} (${token.id})`}
          </Fact>
        )}
        {'reason' in attributes && attributes.reason !== null && <Fact name="Reason">{attributes.reason}</Fact>}
        <Fact name="What">{`${attributes['resource-type']} ${attributes['resource-id']}`}</Fact>
        {'address' in attributes && attributes.address !== '' && <Fact name="Address">{attributes.address}</Fact>}
        <Fact name="Request">{attributes['request-id']}</Fact>
        <Fact name="Position in the hash chain">{placeOf(attributes, verifiedThrough)}</Fact>
      </Facts>
      {changes.length === 0 ? (
        <Text c="dimmed">This record contains no changed values.</Text>
      ) : (
        <ChangedValues changes={changes} />
      )}
    </Stack>
  );
}
