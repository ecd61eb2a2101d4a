import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { revisionList } from '../../api/list-specs.ts';
import { type Policy, type Revision, revisionsQuery } from '../../api/policies.ts';
import type { Column } from '../../components/data-table.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { counted } from '../../texts/counted.ts';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { useRestoring } from './restoring.ts';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/revisions');

const columns: readonly Column<Revision>[] = [
  {
    id: 'number',
    header: 'Revision',
    isName: true,
    cell: ({ attributes }) => (
      <Group gap="xs">
        {`Revision ${attributes.number.toLocaleString('en')}`}
        {attributes['is-current'] && <Tag tone="good">Active</Tag>}
      </Group>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ attributes }) => wrapped(attributes.message),
  },
  { id: 'created-at', header: 'Saved', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  {
    id: 'created-by',
    header: 'By',
    cell: ({ attributes }) => attributes['created-by']?.username ?? 'A token',
  },
  { id: 'size', header: 'Size', isNumber: true, cell: ({ attributes }) => counted(attributes.size, 'byte') },
];

const Actions = ({ policy, revision }: { readonly policy: Policy; readonly revision: Revision }) => {
  const { organization, id } = usePolicyParams();
  const restore = useRestoring(policy);
  const { data } = useQuery(revisionsQuery(id, {}));
  const current = data?.data.find(({ attributes }) => attributes['is-current'])?.attributes.number;
  const { number, 'is-current': isCurrent } = revision.attributes;
  return (
    <>
      <ButtonLink
        size="xs"
        variant="default"
        to="/app/organizations/$organization/policies/$policy/revisions/$revision"
        params={{ organization, policy: id, revision: String(number) }}
        aria-label={`Compare revision ${number.toLocaleString('en')}`}
      >
        Compare
      </ButtonLink>
      {!isCurrent && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Restore revision ${number.toLocaleString('en')}`}
          onClick={() => restore(number, current)}
        >
          Restore
        </Button>
      )}
    </>
  );
};

const Revisions = ({ policy }: { readonly policy: Policy }) => {
  const list = useList(route, (search) => revisionsQuery(policy.id, search));
  return (
    <ListView
      what="revisions"
      spec={revisionList}
      {...list}
      columns={columns}
      nameOf={({ attributes }) => `Revision ${attributes.number.toLocaleString('en')}`}
      empty="Each time the code is saved, a new revision is added to this list."
      actions={(revision) => <Actions policy={policy} revision={revision} />}
    />
  );
};

/** Page that lists the revisions of a policy's code. */
export function PolicyRevisions() {
  return <PolicyPage>{(policy) => <Revisions policy={policy} />}</PolicyPage>;
}
