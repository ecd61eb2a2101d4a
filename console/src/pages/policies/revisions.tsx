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
import { t } from '../../texts/policies.ts';
import { PolicyPage, usePolicyParams } from './frame.tsx';
import { useRestoring } from './restoring.ts';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/revisions');

const columns = (): readonly Column<Revision>[] => [
  {
    id: 'number',
    header: t.revisionColumn,
    isName: true,
    cell: ({ attributes }) => (
      <Group gap="xs">
        {t.revision(attributes.number)}
        {attributes['is-current'] && <Tag tone="good">{t.inForce}</Tag>}
      </Group>
    ),
  },
  {
    id: 'message',
    header: t.message,
    cell: ({ attributes }) => wrapped(attributes.message),
  },
  { id: 'created-at', header: t.saved, cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
  {
    id: 'created-by',
    header: t.savedBy,
    cell: ({ attributes }) => attributes['created-by']?.username ?? t.someProgram,
  },
  { id: 'size', header: t.size, isNumber: true, cell: ({ attributes }) => t.bytes(attributes.size) },
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
        aria-label={t.compareNumber(number)}
      >
        {t.compare}
      </ButtonLink>
      {!isCurrent && (
        <Button
          size="xs"
          variant="default"
          aria-label={t.restoreNumber(number)}
          onClick={() => restore(number, current)}
        >
          {t.restore}
        </Button>
      )}
    </>
  );
};

const Revisions = ({ policy }: { readonly policy: Policy }) => {
  const list = useList(route, (search) => revisionsQuery(policy.id, search));
  return (
    <ListView
      what={t.whatRevisions}
      spec={revisionList}
      {...list}
      columns={columns()}
      nameOf={({ attributes }) => t.revision(attributes.number)}
      empty={t.noRevisions}
      actions={(revision) => <Actions policy={policy} revision={revision} />}
    />
  );
};

/** Every text that the code of a policy had. */
export function PolicyRevisions() {
  return <PolicyPage>{(policy) => <Revisions policy={policy} />}</PolicyPage>;
}
