// Sections about the access to a workspace or a project, and about the access of a team.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { canManageProjects, canManageWorkspaces, organizationQuery } from '../../api/organizations.ts';
import { everyAccessQuery, type PlaceKind, teamAccessQuery } from '../../api/team-access.ts';
import type { Team } from '../../api/teams.ts';
import type { Named } from '../../api/workspaces.ts';
import { FormButton } from '../../components/form-button.tsx';
import { Section } from '../../components/section.tsx';
import { NewAccess } from './access-forms.tsx';
import { AccessList } from './access-list.tsx';
import { permissionReasons, Readers } from './readers.tsx';

interface PlaceAccessProps {
  readonly organization: string;
  readonly kind: PlaceKind;
  readonly id: string;
  /** Project of the workspace, or the project itself. Null if the user may not see it. */
  readonly project: Named | null;
}

const intros = {
  workspace: 'Teams that were given access to this single workspace.',
  project: 'Teams that were given access to this project and all its workspaces.',
};

/** The teams with access to a workspace or project, and all teams that can see it. */
export function PlaceAccess({ organization, kind, id, project }: PlaceAccessProps) {
  const scope = { kind, by: kind, id };
  const { abilities = [] } = useQuery(teamAccessQuery(scope, {})).data?.meta ?? {};
  const here = useQuery(everyAccessQuery(kind, id)).data ?? [];
  const isInProject = kind === 'workspace' && project !== null;
  const ofProject = { ...everyAccessQuery('project', project?.id ?? ''), enabled: isInProject };
  const through = useQuery(ofProject);
  const access = [...(isInProject ? (through.data ?? []) : []), ...here];
  return (
    <>
      <Section
        title="Teams with access"
        intro={intros[kind]}
        actions={
          abilities.includes('grant-access') && (
            <FormButton act="Give teams access" size="xs" variant="default">
              {(close) => <NewAccess organization={organization} scope={scope} onClose={close} />}
            </FormButton>
          )
        }
      >
        <AccessList
          organization={organization}
          scope={scope}
          empty={`No team was given access to this single ${kind}.`}
        />
      </Section>
      <Readers
        organization={organization}
        kind={kind}
        access={access}
        project={project?.name ?? ''}
        isPartial={through.isError}
      />
    </>
  );
}

interface TeamAccessProps {
  readonly organization: string;
  readonly team: Team;
}

/** The workspaces and projects to which a team has access. */
export function TeamAccessSection({ organization, team }: TeamAccessProps) {
  const record = useQuery(organizationQuery(organization)).data?.data;
  const may = {
    workspace: record !== undefined && canManageWorkspaces(record),
    project: record !== undefined && canManageProjects(record),
  };
  return (
    <Section
      title="Access to workspaces and projects"
      intro="Access to single workspaces, and to projects with all their workspaces. It adds to the permissions of the team."
    >
      {permissionReasons(team, 'workspace').map((reason) => (
        <Text key={reason} size="sm">
          {reason}
        </Text>
      ))}
      {(['workspace', 'project'] as const).map((kind) => {
        const scope = { kind, by: 'team', id: team.id } as const;
        return (
          <Stack key={kind} gap="sm">
            <Group justify="space-between">
              <Title order={3} size="h6">
                {kind === 'workspace' ? 'Workspaces' : 'Projects'}
              </Title>
              {may[kind] && (
                <FormButton act={`Add ${kind}s`} size="xs" variant="default">
                  {(close) => <NewAccess organization={organization} scope={scope} onClose={close} />}
                </FormButton>
              )}
            </Group>
            <AccessList
              organization={organization}
              scope={scope}
              empty={`The team has no access to single ${kind}s.`}
            />
          </Stack>
        );
      })}
    </Section>
  );
}
