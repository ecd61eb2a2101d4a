// Page of the teams that have access to a project.
import { LoadTogether } from '../../components/load-together.tsx';
import { PlaceAccess } from '../access/access-sections.tsx';
import { ProjectFrame } from './project-frame.tsx';

export const ProjectAccess = () => (
  <ProjectFrame>
    {({ id, attributes }, organization) => (
      <LoadTogether>
        <PlaceAccess organization={organization} kind="project" id={id} project={{ id, name: attributes.name }} />
      </LoadTogether>
    )}
  </ProjectFrame>
);
