// A project: which policy sets apply through it.
import { getRouteApi } from '@tanstack/react-router';
import type { Project } from '../../api/workspaces.ts';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/workspaces.ts';
import { AppliedSets } from './applied-sets.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project');

const Applied = ({ project: { id, attributes } }: { readonly project: Project }) => {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Section title={t.projectAppliesTitle} intro={t.projectAppliesIntro}>
      <AppliedSets
        place={{ organization, type: 'project', id, project: attributes.name }}
        search={search}
        onSearch={(next) => navigate({ search: next })}
      />
    </Section>
  );
};

export function ProjectPage() {
  return <ProjectFrame>{(project) => <Applied project={project} />}</ProjectFrame>;
}
