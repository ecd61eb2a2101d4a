// List of the exemptions from a policy, with scope, reason and expiry.
import { getRouteApi } from '@tanstack/react-router';
import { type Exemption, exemptionsQuery } from '../../api/exemptions.ts';
import { exemptionList } from '../../api/list-specs.ts';
import type { Policy } from '../../api/policies.ts';
import { FormButton } from '../../components/form-button.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Section } from '../../components/section.tsx';
import { useList } from '../../components/use-list.ts';
import { ExemptionActs } from '../exceptions/acts.tsx';
import { exemptionColumns, scopeOf } from '../exceptions/columns.tsx';
import { useRights } from '../exceptions/frame.tsx';
import { NewExemption } from '../exceptions/new-exemption.tsx';
import { PolicyPage, usePolicyParams } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/policies/$policy/exemptions');

const Exemptions = ({ policy }: { readonly policy: Policy }) => {
  const { organization } = usePolicyParams();
  const list = useList(route, (search) => exemptionsQuery(policy.id, search));
  const { mayOverride, needsRequest } = useRights();
  return (
    <Section
      title="Exemptions"
      intro="Plans with an exemption are still evaluated and shown, but not blocked. Expired exemptions are shown for 90 days."
      {...(mayOverride &&
        !needsRequest && {
          actions: (
            <FormButton act="Grant an exemption">
              {(close) => <NewExemption organization={organization} policy={policy.id} onClose={close} />}
            </FormButton>
          ),
        })}
    >
      <ListView
        what="exemptions"
        spec={exemptionList}
        {...list}
        columns={exemptionColumns(organization)}
        nameOf={scopeOf}
        empty="There are no exemptions from this policy."
        {...(mayOverride && { actions: (exemption: Exemption) => <ExemptionActs exemption={exemption} /> })}
      />
    </Section>
  );
};

/** Page that lists the exemptions from a policy. */
export function PolicyExemptions() {
  return <PolicyPage>{(policy) => <Exemptions key={policy.id} policy={policy} />}</PolicyPage>;
}
