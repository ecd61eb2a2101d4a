import { getRouteApi } from '@tanstack/react-router';
import { AuditTrail } from '../../components/audit/trail.tsx';
import { Page } from '../../components/page.tsx';

const route = getRouteApi('/app/site/audit');

/** Page with the audit trail of the instance, for site administrators. */
export function SiteAudit() {
  return (
    <Page
      title="Audit trail"
      intro="Actions on the whole site, newest first. A hash chain links the records, so later changes to a record are detected."
    >
      <AuditTrail trail="site" route={route} />
    </Page>
  );
}
