// Page that lists the active exemptions that apply to a workspace.
import { getRouteApi } from '@tanstack/react-router';
import { exemptionsInForceQuery } from '../../api/exemptions.ts';
import { exemptionList } from '../../api/list-specs.ts';
import type { Workspace } from '../../api/workspaces.ts';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { useList } from '../../components/use-list.ts';
import { exemptionColumns, policyColumn, scopeOf } from '../exceptions/columns.tsx';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/exemptions');

const InForce = ({ workspace: { id } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const list = useList(route, (search) => exemptionsInForceQuery(organization, id, search));
  return (
    <Section title="Active exemptions here" intro="Exemptions for this workspace and exemptions for every workspace.">
      <ListView
        what="exemptions"
        spec={exemptionList}
        {...list}
        columns={[policyColumn(organization, true), ...exemptionColumns(organization)]}
        nameOf={scopeOf}
        empty="There are no active exemptions here."
        hint="You can grant exemptions on the page of a policy or at a finding of an evaluation."
      />
    </Section>
  );
};

export function WorkspaceExemptions() {
  return <WorkspaceFrame>{({ workspace }) => <InForce workspace={workspace} />}</WorkspaceFrame>;
}
