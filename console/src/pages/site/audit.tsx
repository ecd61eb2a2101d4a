import { getRouteApi } from '@tanstack/react-router';
import { AuditTrail } from '../../components/audit/trail.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/audit.ts';

const route = getRouteApi('/app/site/audit');

/** Audit trail of the whole site, for its administrators. */
export function SiteAudit() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={t.title} intro={t.siteIntro}>
      <AuditTrail trail="site" search={search} onSearch={(next) => navigate({ search: next })} />
    </Page>
  );
}
