import type { Named } from '../../api/workspaces.ts';
import { PageLink } from '../../components/links.tsx';

export const TeamLink = ({ organization, team }: { readonly organization: string; readonly team: Named }) => (
  <PageLink
    to="/app/organizations/$organization/teams/$team"
    params={{ organization, team: team.id }}
    style={{ overflowWrap: 'anywhere' }}
  >
    {team.name}
  </PageLink>
);
