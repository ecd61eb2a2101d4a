// Page of a workspace, with its facts, the result of its latest plan, and the policy sets that apply to it.
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceEvaluationsQuery } from '../../api/evaluations.ts';
import type { WorkspaceFacts } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { Fact, Facts } from '../../components/fact.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { countsOf, EvaluationTag } from '../evaluations/status.tsx';
import { AppliedSets } from './applied-sets.tsx';
import { checkOf } from './commands.ts';
import { WorkspaceFrame } from './frame.tsx';
import { Tags } from './tags.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace');

const Registered = ({ facts: { workspace, project, tags } }: { readonly facts: WorkspaceFacts }) => {
  const { organization } = route.useParams();
  const { description, 'created-at': created } = workspace.attributes;
  return (
    <Facts>
      {description !== null && description !== '' && <Fact name="Description">{description}</Fact>}
      {project !== null && (
        <Fact name="Project">
          <PageLink
            to="/app/organizations/$organization/projects/$project"
            params={{ organization, project: project.id }}
          >
            {project.name}
          </PageLink>
        </Fact>
      )}
      <Fact name="Tags">
        <Tags tags={tags} />
      </Fact>
      <Fact name="Created">
        <Time iso={created} />
      </Fact>
      <Fact name="Identifier">{workspace.id}</Fact>
    </Facts>
  );
};

const Latest = ({ workspace: { id, attributes } }: Pick<WorkspaceFacts, 'workspace'>) => {
  const { organization } = route.useParams();
  const { data, error, refetch } = useQuery(
    workspaceEvaluationsQuery(organization, id, { filter: { source: 'plan' } }),
  );
  const latest = data?.data[0];
  return (
    <Section title="Latest evaluation">
      <QueryState data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && (
        <EmptyList
          text="No plan of this workspace was evaluated in the last 90 days."
          hint="This command evaluates a plan."
          command={checkOf(organization, attributes.name)}
        />
      )}
      {latest !== undefined && (
        <Group gap="4px 12px">
          <EvaluationTag evaluation={latest} />
          <EvaluationLink organization={organization} evaluation={latest.id}>
            {countsOf(latest) || latest.id}
          </EvaluationLink>
          <Time iso={latest.attributes['created-at']} />
        </Group>
      )}
    </Section>
  );
};

const Shown = ({ facts }: { readonly facts: WorkspaceFacts }) => {
  const { organization } = route.useParams();
  const { workspace, project } = facts;
  return (
    <LoadTogether>
      <Registered facts={facts} />
      <Latest workspace={workspace} />
      <Section
        title="Policy sets that apply here"
        intro="The next plan of this workspace is evaluated with these policy sets."
      >
        <AppliedSets
          place={{ organization, type: 'workspace', id: workspace.id, project: project?.name ?? null }}
          route={route}
        />
      </Section>
    </LoadTogether>
  );
};

export function WorkspacePage() {
  return <WorkspaceFrame>{(facts) => <Shown facts={facts} />}</WorkspaceFrame>;
}
