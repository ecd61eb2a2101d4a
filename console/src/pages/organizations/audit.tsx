import { getRouteApi } from '@tanstack/react-router';
import { AuditTrail } from '../../components/audit/trail.tsx';
import { Page } from '../../components/page.tsx';
import { OrganizationLink } from './trail.tsx';

const route = getRouteApi('/app/organizations/$organization/audit');

/** Page with the audit trail of an organization, for its owners. */
export function OrganizationAudit() {
  const { organization } = route.useParams();
  return (
    <Page
      title="Audit trail"
      intro="Actions in this organization, newest first. A hash chain links the records, so later changes to a record are detected."
      trail={<OrganizationLink organization={organization} />}
    >
      <AuditTrail trail={{ organization }} route={route} />
    </Page>
  );
}
