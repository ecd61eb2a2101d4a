// View of an audit trail with filters, events and their details, the verification result of the hash chain, and an
// export.
import { Alert, Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { type AuditEvent, type Trail, trailQuery } from '../../api/audit-trail.ts';
import type { ListSearch } from '../../api/list.ts';
import { auditList } from '../../api/list-specs.ts';
import { actionName, facetNames, resourceTypeName } from '../../texts/audit.ts';
import { counted } from '../../texts/counted.ts';
import type { Column } from '../data-table.tsx';
import { Dimmed } from '../dimmed.tsx';
import { ListView } from '../list-view.tsx';
import { LoadTogether } from '../load-together.tsx';
import { notifyFailure } from '../notify.tsx';
import { saveFile } from '../save-file.ts';
import { Time } from '../time.tsx';
import { type ListRoute, useList } from '../use-list.ts';
import { EventDetails } from './details.tsx';
import { maxExported, recordsOf } from './export.ts';
import { type Facet, Facets, type OnFacet, withFacet } from './facets.tsx';
import { actorFilter, actorName, resourceName } from './names.ts';

interface NarrowProps {
  readonly facet: Facet;
  /** Filter value. It is also the text of the cell if `text` is not given. */
  readonly value: string;
  readonly text?: string;
  readonly onFacet: OnFacet;
}

/** Button that shows a value and, when clicked, filters the list by this value. */
const Narrow = ({ facet, value, text = value, onFacet }: NarrowProps) => (
  <Anchor
    component="button"
    type="button"
    inherit
    ta="left"
    style={{ overflowWrap: 'anywhere' }}
    title={`Only ${facetNames[facet].toLowerCase()}: ${text}`}
    onClick={() => onFacet(facet, value)}
  >
    {text}
  </Anchor>
);

const ActorCell = ({ event, onFacet }: { readonly event: AuditEvent; readonly onFacet: OnFacet }) => {
  const { actor, impersonator } = event.attributes;
  const [name, filter] = [actorName(actor), actorFilter(actor)];
  return (
    <>
      {filter === null ? (
        <Text span inherit>
          {name}
        </Text>
      ) : (
        <Narrow facet="actor" value={filter} text={name} onFacet={onFacet} />
      )}
      {impersonator !== null && ` (by ${actorName(impersonator)})`}
    </>
  );
};

const columns = (onFacet: OnFacet): readonly Column<AuditEvent>[] => [
  {
    id: 'action',
    header: 'Kind of event',
    cell: ({ attributes: { action } }) => (
      <Narrow facet="action" value={action} text={actionName(action)} onFacet={onFacet} />
    ),
  },
  { id: 'actor', header: 'Who', cell: (event) => <ActorCell event={event} onFacet={onFacet} /> },
  {
    id: 'type',
    header: 'Resource type',
    cell: ({ attributes: { 'resource-type': type } }) => (
      <Narrow facet="resource-type" value={type} text={resourceTypeName(type)} onFacet={onFacet} />
    ),
  },
  {
    id: 'resource',
    header: 'Resource',
    cell: ({ attributes }) => (
      <Narrow
        facet="resource"
        value={attributes['resource-id']}
        text={resourceName(attributes) ?? attributes['resource-id']}
        onFacet={onFacet}
      />
    ),
  },
  { id: 'at', header: 'When', cell: ({ attributes }) => <Time iso={attributes.at} /> },
];

interface ChainProps {
  readonly chain: {
    readonly 'verified-through': number;
    readonly 'verified-at': string | null;
    readonly fault: string | null;
  };
}

/** Says whether the events are unchanged since they were written. */
const Chain = ({ chain: { 'verified-through': through, 'verified-at': at, fault } }: ChainProps) => {
  if (fault !== null)
    return (
      <Alert color="red" role="alert" title="The records do not match the hash chain">
        <Text size="sm">{fault}</Text>
        <Text size="sm">{`All records up to number ${through.toLocaleString('en')} match the hash chain. Run “tipstaff audit verify” on the server for details.`}</Text>
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed" component="div">
      {at === null ? (
        'The hash chain has not been verified yet. It will be verified within a minute.'
      ) : (
        <>
          The hash chain was verified <Time iso={at} />
          {`, up to record ${through.toLocaleString('en')}.`}
        </>
      )}
    </Text>
  );
};

const ExportButton = ({ trail, search }: { readonly trail: Trail; readonly search: ListSearch }) => {
  const [loaded, setLoaded] = useState<number>();
  const save = async () => {
    setLoaded(0);
    try {
      const records = await recordsOf(trail, search, setLoaded);
      const lines = records.map(({ id, attributes }) => JSON.stringify({ id, ...attributes }));
      const name = trail === 'site' ? 'site' : trail.organization;
      saveFile(`audit-${name}.jsonl`, `${lines.join('\n')}\n`);
    } catch (error) {
      notifyFailure('Not downloaded', error);
    } finally {
      setLoaded(undefined);
    }
  };
  return (
    <Group gap="xs">
      <Button variant="default" size="sm" disabled={loaded !== undefined} onClick={() => void save()}>
        {loaded === undefined ? 'Download' : `${counted(loaded, 'record')} downloaded…`}
      </Button>
      <Dimmed>{`Downloads up to ${counted(maxExported, 'record')} that match the filters, as JSON lines.`}</Dimmed>
    </Group>
  );
};

const distinct = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values.flatMap((value) => value ?? []))].sort();

const suggestionsOf = (events: readonly AuditEvent[]): Partial<Record<Facet, readonly string[]>> => ({
  // Actors without an identifier, such as programs, are omitted, because the API cannot filter by them.
  actor: distinct(events.map(({ attributes: { actor } }) => actorFilter(actor))),
  action: distinct(events.map(({ attributes }) => attributes.action)),
  'resource-type': distinct(events.map(({ attributes }) => attributes['resource-type'])),
});

const facetsOf = (trail: Trail): readonly Facet[] => [
  'action',
  'actor',
  'resource-type',
  'resource',
  ...(trail === 'site' ? (['organization'] as const) : []),
  'since',
  'until',
];

interface AuditTrailProps {
  readonly trail: Trail;
  readonly route: ListRoute;
}

export function AuditTrail({ trail, route }: AuditTrailProps) {
  const list = useList(route, (search) => trailQuery(trail, search));
  const { search, onSearch, query } = list;
  const [open, setOpen] = useState<AuditEvent>();
  const onFacet: OnFacet = (facet, value) => onSearch(withFacet(search, facet, value));
  const chain = query.data?.meta.chain;
  return (
    <LoadTogether gap="md">
      {chain !== undefined && <Chain chain={chain} />}
      <Facets
        facets={facetsOf(trail)}
        search={search}
        suggestions={suggestionsOf(query.data?.data ?? [])}
        onFacet={onFacet}
      />
      <ExportButton trail={trail} search={search} />
      <ListView
        what="audit records"
        spec={auditList}
        {...list}
        columns={columns(onFacet)}
        nameOf={({ attributes }) => `${actionName(attributes.action)} ${attributes['resource-id']}`}
        actions={(event: AuditEvent) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Details of ${actionName(event.attributes.action)} ${event.attributes['resource-id']}`}
            onClick={() => setOpen(event)}
          >
            Details
          </Button>
        )}
      />
      <Modal
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open === undefined ? '' : actionName(open.attributes.action)}
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open !== undefined && <EventDetails event={open} verifiedThrough={chain?.['verified-through'] ?? 0} />}
      </Modal>
    </LoadTogether>
  );
}
