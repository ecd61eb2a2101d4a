// List of the access of one team, or of the teams with access to one workspace or project.

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { teamAccessList } from '../../api/list-specs.ts';
import { refresh } from '../../api/refresh.ts';
import { type AccessScope, giveAccess, removeAccess, type TeamAccess, teamAccessQuery } from '../../api/team-access.ts';
import type { Column } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { notifyFailure, notifyWithUndo } from '../../components/notify.tsx';
import { useLocalList } from '../../components/use-list.ts';
import { levelText, missingTexts } from '../../texts/access-levels.ts';
import { AccessChange } from './access-forms.tsx';
import { TeamLink } from './team-link.tsx';

const PlaceLink = ({ organization, access }: { readonly organization: string; readonly access: TeamAccess }) => {
  const { kind, place } = access;
  const style = { overflowWrap: 'anywhere' } as const;
  return kind === 'workspace' ? (
    <PageLink
      to="/app/organizations/$organization/workspaces/$workspace"
      params={{ organization, workspace: place.id }}
      style={style}
    >
      {place.name}
    </PageLink>
  ) : (
    <PageLink
      to="/app/organizations/$organization/projects/$project"
      params={{ organization, project: place.id }}
      style={style}
    >
      {place.name}
    </PageLink>
  );
};

const Overrides = ({ overrides, missing }: TeamAccess) => {
  if (overrides) return 'Yes';
  return missing.length === 0 ? (
    'No'
  ) : (
    <Text size="sm">{`No. ${missing.map((each) => missingTexts[each]).join(' ')}`}</Text>
  );
};

const columns = (organization: string, { kind, by }: AccessScope): readonly Column<TeamAccess>[] => [
  by === 'team'
    ? {
        id: 'place',
        header: kind === 'workspace' ? 'Workspace' : 'Project',
        cell: (access) => <PlaceLink organization={organization} access={access} />,
      }
    : {
        id: 'team',
        header: 'Team',
        cell: ({ team }) => <TeamLink organization={organization} team={team} />,
      },
  { id: 'level', header: 'Level', cell: levelText },
  { id: 'overrides', header: 'Overrides policies', cell: (access) => <Overrides {...access} /> },
];

/** Buttons that change and remove the access of a team. */
const Actions = ({ access, name }: { readonly access: TeamAccess; readonly name: string }) => {
  const [isChanging, setChanging] = useState(false);
  const renew = () => refresh('team-access');
  const remove = async () => {
    const { kind, team, place } = access;
    try {
      await removeAccess(access);
      notifyWithUndo(`${team.name} no longer has access to ${place.name}.`, async () => {
        await giveAccess(kind, team.id, place.id, access);
        await renew();
      });
    } catch (error) {
      notifyFailure('Not removed', error);
    }
    await renew();
  };
  return (
    <>
      <Button size="xs" variant="default" aria-label={`Change: ${name}`} onClick={() => setChanging(true)}>
        Change
      </Button>
      <Button size="xs" variant="default" aria-label={`Remove: ${name}`} onClick={() => void remove()}>
        Remove
      </Button>
      <FormDialog
        title={`Access of ${access.team.name} to ${access.place.name}`}
        isOpen={isChanging}
        onClose={() => setChanging(false)}
      >
        <AccessChange access={access} onClose={() => setChanging(false)} />
      </FormDialog>
    </>
  );
};

interface AccessListProps {
  readonly organization: string;
  readonly scope: AccessScope;
  /** Text for an empty list. */
  readonly empty: string;
}

export function AccessList({ organization, scope, empty }: AccessListProps) {
  const list = useLocalList((search) => teamAccessQuery(scope, search));
  const nameOf = ({ team, place }: TeamAccess) => (scope.by === 'team' ? place.name : team.name);
  const isChangeable = list.query.data?.data.some((each) => each.isChangeable) === true;
  return (
    <ListView
      what={scope.by === 'team' ? `${scope.kind}s of the team` : 'teams with access'}
      spec={teamAccessList}
      {...list}
      columns={columns(organization, scope)}
      nameOf={nameOf}
      empty={empty}
      {...(isChangeable && {
        actions: (access: TeamAccess) => access.isChangeable && <Actions access={access} name={nameOf(access)} />,
      })}
    />
  );
}
