// Page that lists the requests for exemptions in an organization.
import { getRouteApi } from '@tanstack/react-router';
import { type ExemptionRequest, exemptionRequestsQuery } from '../../api/exemption-requests.ts';
import { exemptionRequestList } from '../../api/list-specs.ts';
import type { Column } from '../../components/data-table.tsx';
import { PageLink } from '../../components/links.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { Time } from '../../components/time.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { requestStatuses } from '../../texts/exemption-requests.ts';
import { scopeOf } from './columns.tsx';
import { ExceptionsFrame, useRights } from './frame.tsx';
import { RequestStatus, requesterOf } from './request-facts.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/requests');

const columnsIn = (organization: string): readonly Column<ExemptionRequest>[] => [
  {
    id: 'policy',
    header: 'Policy',
    cell: ({ id, attributes }) => (
      <PageLink
        to="/app/organizations/$organization/exceptions/requests/$request"
        params={{ organization, request: id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {attributes['policy-name']}
      </PageLink>
    ),
  },
  { id: 'scope', header: 'Resources', cell: (request) => wrapped(scopeOf(request)) },
  { id: 'reason', header: 'Reason', cell: ({ attributes }) => wrapped(attributes.reason) },
  { id: 'by', header: 'Requested by', cell: (request) => wrapped(requesterOf(request)) },
  { id: 'status', header: 'Status', cell: ({ attributes }) => <RequestStatus status={attributes.status} /> },
  { id: 'created', header: 'Created', cell: ({ attributes }) => <Time iso={attributes['created-at']} /> },
];

export function ExemptionRequests() {
  const { organization, mayOverride, isManager } = useRights();
  const list = useList(route, (search) => exemptionRequestsQuery(organization, search));
  return (
    <ExceptionsFrame
      title="Requests"
      intro={
        mayOverride || isManager
          ? 'A request is open for 30 days. When somebody grants it, the service creates the exemption.'
          : 'Exemptions that you asked for. A request is open for 30 days.'
      }
    >
      <ListView
        what="requests"
        spec={exemptionRequestList}
        {...list}
        columns={columnsIn(organization)}
        nameOf={({ attributes }) => attributes['policy-name']}
        filters={[choice('status', 'Status', requestStatuses)]}
        empty={mayOverride || isManager ? 'There are no requests.' : 'You have not asked for an exemption.'}
        hint="To ask for an exemption, open an evaluation that a policy blocks."
      />
    </ExceptionsFrame>
  );
}
