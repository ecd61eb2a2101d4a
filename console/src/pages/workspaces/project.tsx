// Page of a project, with the policy sets that apply to it.
import { getRouteApi } from '@tanstack/react-router';
import type { Project } from '../../api/workspaces.ts';
import { Section } from '../../components/section.tsx';
import { AppliedSets } from './applied-sets.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project');

const Applied = ({ project: { id, attributes } }: { readonly project: Project }) => {
  const { organization } = route.useParams();
  return (
    <Section
      title="Policy sets that apply through this project"
      intro="These policy sets apply to the workspaces of this project, unless a set excludes the workspace or one of its tags."
    >
      <AppliedSets place={{ organization, type: 'project', id, project: attributes.name }} route={route} />
    </Section>
  );
};

export function ProjectPage() {
  return <ProjectFrame>{(project) => <Applied project={project} />}</ProjectFrame>;
}
