// One audit record: who, when, and what was before and after.
import { Stack, Table, Text } from '@mantine/core';
import type { AuditEvent } from '../../api/audit-trail.ts';
import { t } from '../../texts/audit.ts';
import { Fact, Facts } from '../fact.tsx';
import { exactTime } from '../relative-time.ts';
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

/** Differences between the two sides of a record, by name; values are equal if their JSON is. */
export function changesIn({ before, after }: AuditEvent['attributes']): readonly Change[] {
  const names = [...new Set([before, after].flatMap((values) => Object.keys(Object(values))))];
  return names
    .map((name) => ({ name, before: valueIn(before, name), after: valueIn(after, name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

const preserved = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

const Changes = ({ changes }: { readonly changes: readonly Change[] }) => (
  <WideTable label={t.changes} minWidth={400}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{t.field}</Table.Th>
        <Table.Th scope="col">{t.before}</Table.Th>
        <Table.Th scope="col">{t.after}</Table.Th>
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
  if (sequence === null) return t.notSealed;
  return sequence <= verifiedThrough ? t.placeVerified(sequence) : t.place(sequence);
};

interface DetailsProps {
  readonly event: AuditEvent;
  readonly verifiedThrough: number;
}

export function EventDetails({ event, verifiedThrough }: DetailsProps) {
  const { attributes } = event;
  const { actor, impersonator } = attributes;
  const changes = changesIn(attributes);
  return (
    <Stack>
      <Facts>
        <Fact name={t.code}>{attributes.action}</Fact>
        <Fact name={t.when}>{exactTime(attributes.at)}</Fact>
        <Fact name={t.actor}>{actorName(actor)}</Fact>
        {impersonator !== null && <Fact name={t.by}>{actorName(impersonator)}</Fact>}
        {'reason' in attributes && attributes.reason !== null && <Fact name={t.reason}>{attributes.reason}</Fact>}
        <Fact name={t.thing}>{`${attributes['resource-type']} ${attributes['resource-id']}`}</Fact>
        {'address' in attributes && attributes.address !== '' && <Fact name={t.address}>{attributes.address}</Fact>}
        <Fact name={t.request}>{attributes['request-id']}</Fact>
        <Fact name={t.chainPlace}>{placeOf(attributes, verifiedThrough)}</Fact>
      </Facts>
      {changes.length === 0 ? <Text c="dimmed">{t.noChanges}</Text> : <Changes changes={changes} />}
    </Stack>
  );
}
