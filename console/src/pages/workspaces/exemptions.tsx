// The exemptions in force in one workspace.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Exemption, exemptionsInForceQuery } from '../../api/exemptions.ts';
import { exemptionList } from '../../api/list-specs.ts';
import type { Workspace } from '../../api/workspaces.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../texts/workspaces.ts';
import { exemptionColumns, scopeOf } from '../policies/exemption-columns.tsx';
import { wrapped } from './columns.tsx';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/exemptions');

const policyColumn = (organization: string): Column<Exemption> => ({
  id: 'policy',
  header: t.policy,
  cell: ({ policy, attributes }) =>
    policy === null ? (
      wrapped(attributes['policy-name'])
    ) : (
      <PageLink
        to="/app/organizations/$organization/policies/$policy/exemptions"
        params={{ organization, policy }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {attributes['policy-name']}
      </PageLink>
    ),
});

const InForce = ({ workspace: { id } }: { readonly workspace: Workspace }) => {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(exemptionsInForceQuery(organization, id, search));
  return (
    <Section title={t.exemptionsTitle} intro={t.exemptionsIntro}>
      <ListView
        what={t.whatExemptions}
        spec={exemptionList}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        query={query}
        columns={[...exemptionColumns(), policyColumn(organization)]}
        nameOf={scopeOf}
        empty={<EmptyList text={t.exemptionsNone} hint={t.exemptionsHint} />}
      />
    </Section>
  );
};

export function WorkspaceExemptions() {
  return <WorkspaceFrame>{({ workspace }) => <InForce workspace={workspace} />}</WorkspaceFrame>;
}
