// List of the policy sets that apply to a workspace or project. It says why each set applies.
import { List, Text } from '@mantine/core';
import { appliedSetList } from '../../api/list-specs.ts';
import { type AppliedSet, appliedSetsQuery } from '../../api/workspaces.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Tag } from '../../components/tag.tsx';
import { type ListRoute, useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { tagText } from '../../texts/workspaces.ts';
import { useIsManager } from './frame.tsx';

/**
 * A workspace or project. For a workspace, `project` is the name of its project, or null if the user may not see the
 * project.
 */
interface AppliedPlace {
  readonly organization: string;
  readonly type: 'workspace' | 'project';
  readonly id: string;
  readonly project: string | null;
}

type Reason = AppliedSet['attributes']['reasons'][number];

const reasonText = ({ reason, tag }: Reason, project: string | null): string => {
  if (tag !== null)
    return `The ${tag.source === 'project' ? 'project' : 'workspace'} has the tag ${tagText(tag.key, tag.value)}`;
  if (reason === 'workspace') return 'The set includes this workspace';
  if (reason === 'project')
    return project === null ? 'The set includes the project' : `The set includes the project ${project}`;
  return 'The set applies to everything';
};

const Reasons = ({ reasons, project }: { readonly reasons: readonly Reason[]; readonly project: string | null }) => (
  <List listStyleType="none" size="sm" style={{ overflowWrap: 'anywhere' }}>
    {reasons
      .map((reason) => reasonText(reason, project))
      .map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
  </List>
);

const Name = ({ organization, set }: { readonly organization: string; readonly set: AppliedSet }) => {
  const isManager = useIsManager(organization);
  const id = set.relationships['policy-set'].data?.id;
  if (!isManager || id === undefined) return wrapped(set.attributes.name);
  return (
    <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: id }}>
      {set.attributes.name}
    </PageLink>
  );
};

const columns = ({ organization, project }: AppliedPlace): readonly Column<AppliedSet>[] => [
  {
    id: 'name',
    header: 'Policy set',
    cell: (set) => (
      <>
        <Name organization={organization} set={set} /> {set.attributes.shadow && <Tag>Shadow mode</Tag>}
        {set.attributes.description !== null && (
          <Text size="sm" c="dimmed" fw={400} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {set.attributes.description}
          </Text>
        )}
      </>
    ),
  },
  { id: 'why', header: 'Reason', cell: ({ attributes }) => <Reasons reasons={attributes.reasons} project={project} /> },
];

interface AppliedSetsProps {
  readonly place: AppliedPlace;
  readonly route: ListRoute;
}

export function AppliedSets({ place, route }: AppliedSetsProps) {
  const list = useList(route, (search) => appliedSetsQuery(place.type, place.id, search));
  return (
    <ListView
      what="policy sets"
      spec={appliedSetList}
      {...list}
      columns={columns(place)}
      nameOf={({ attributes }) => attributes.name}
      empty="No policy set applies here."
      hint="People who manage policies choose on the page of a policy set where the set applies."
    />
  );
}
