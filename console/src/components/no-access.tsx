// Text for a user who cannot see a page or a record, with a link to the members who can give access.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { organizationQuery } from '../api/organizations.ts';
import { ownersQuery } from '../api/teams.ts';
import { counted } from '../texts/counted.ts';
import { Dimmed } from './dimmed.tsx';
import { PageLink } from './links.tsx';

const shown = 5;

/**
 * Link to the members of the organization, and the names of the owners if the user can see them. Shown only to members.
 */
function Owners({ organization }: { readonly organization: string }) {
  // This component can be shown because the request for the organization failed. If mounting repeated the request, the
  // page would show its loading state, mount this component again, and so on.
  const { isSuccess } = useQuery({ ...organizationQuery(organization), retryOnMount: false });
  const { data: owners = [] } = useQuery({ ...ownersQuery(organization), enabled: isSuccess });
  if (!isSuccess) return null;
  const others = owners.length - shown;
  const names = owners.slice(0, shown).join(', ');
  return (
    <>
      {owners.length > 0 && (
        <Dimmed>{`Owners: ${names}${others > 0 ? ` and ${counted(others, 'other')}` : ''}`}</Dimmed>
      )}
      <PageLink size="sm" to="/app/organizations/$organization/members" params={{ organization }}>
        {`Members of ${organization}`}
      </PageLink>
    </>
  );
}

export function NoAccess({ text }: { readonly text: string }) {
  const { organization } = useParams({ strict: false });
  return (
    <Stack gap={4} align="flex-start">
      <Text>{text}</Text>
      {organization !== undefined && <Owners organization={organization} />}
    </Stack>
  );
}
