// Page that lists the exemptions from all policies of an organization.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Exemption, organizationExemptionsQuery } from '../../api/exemptions.ts';
import { organizationExemptionList } from '../../api/list-specs.ts';
import { FormButton } from '../../components/form-button.tsx';
import { choice, ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { ExemptionActs } from './acts.tsx';
import { exemptionColumns, policyColumn, scopeOf } from './columns.tsx';
import { ExceptionsFrame, useRights } from './frame.tsx';
import { NewExemption } from './new-exemption.tsx';
import { SelectedExemptions } from './selection.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions');

const filters = [
  choice('status', 'Status', { active: 'Active', expired: 'Expired' }),
  { name: 'ends-before', label: 'Ends before', isDay: true },
  choice('unmatched', 'Unused', { true: 'No finding for 30 days' }),
  choice('beyond-maximum', 'Duration', { true: 'Longer than the maximum' }),
];

const introOf = ({ mayOverride, isManager, needsRequest }: ReturnType<typeof useRights>): string => {
  const about =
    'Plans with an exemption are still evaluated and shown, but not blocked. Expired exemptions are shown for 90 days.';
  if (!mayOverride) return about;
  if (needsRequest) return `${about} New exemptions are created only by granting a request.`;
  return isManager ? about : `${about} To exempt a resource, open an evaluation with a finding about this resource.`;
};

export function OrganizationExemptions() {
  const rights = useRights();
  const { organization, mayOverride, isManager, needsRequest } = rights;
  const list = useList(route, (search) => organizationExemptionsQuery(organization, search));
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // Only users who manage policies get the form, because other users cannot see the policies that the form lists.
  const mayChoose = mayOverride && isManager && !needsRequest;
  const selected = list.query.data?.data.filter(({ id, attributes }) => ids.has(id) && attributes.status === 'active');
  return (
    <ExceptionsFrame
      title="Exemptions"
      intro={introOf(rights)}
      actions={
        mayChoose && (
          <FormButton act="Grant an exemption">
            {(close) => <NewExemption organization={organization} onClose={close} />}
          </FormButton>
        )
      }
    >
      <SelectedExemptions organization={organization} exemptions={selected ?? []} onDone={() => setIds(new Set())} />
      <ListView
        what="exemptions"
        spec={organizationExemptionList}
        {...list}
        columns={[policyColumn(organization, isManager), ...exemptionColumns(organization)]}
        nameOf={scopeOf}
        filters={filters}
        empty="There are no exemptions."
        {...(mayOverride && {
          hint: needsRequest
            ? 'Exemptions are created when somebody grants a request.'
            : 'Grant an exemption here or on the page of an evaluation.',
        })}
        {...(mayOverride && {
          selection: { ids, onChange: setIds },
          actions: (exemption: Exemption) => <ExemptionActs exemption={exemption} />,
        })}
      />
    </ExceptionsFrame>
  );
}
