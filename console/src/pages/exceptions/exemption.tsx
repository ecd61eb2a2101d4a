// Page of an exemption.
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { exemptionQuery } from '../../api/exemptions.ts';
import type { ShownBy } from '../../api/query.ts';
import { Fact, Facts } from '../../components/fact.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Time } from '../../components/time.tsx';
import { creatorOf } from '../../texts/evaluations.ts';
import { ExemptionActs } from './acts.tsx';
import { ExemptionStatus, scopeOf } from './columns.tsx';
import { useRights } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/exemptions/$exemption');

type Exemption = ShownBy<typeof exemptionQuery>;

const Contents = ({ exemption }: { readonly exemption: Exemption }) => {
  const { attributes } = exemption;
  return (
    <Stack align="flex-start" gap="lg">
      <ExemptionStatus attributes={attributes} />
      <Facts>
        <Fact name="Exempt resources">{scopeOf(exemption)}</Fact>
        <Fact name="Reason">{attributes.reason}</Fact>
        <Fact name="Owner">{attributes.owner}</Fact>
        <Fact name="Granted by">{creatorOf(attributes['created-by'])}</Fact>
        <Fact name="Ends">
          <Time iso={attributes['expires-at']} absent="No end date" />
        </Fact>
        <Fact name="Last used">
          <Time iso={attributes['last-matched-at']} />
        </Fact>
      </Facts>
    </Stack>
  );
};

export function ExemptionPage() {
  const { organization, exemption: id } = route.useParams();
  const { mayOverride } = useRights();
  const navigate = route.useNavigate();
  const toList = () => navigate({ to: '/app/organizations/$organization/exceptions' });
  const { data, error, refetch } = useQuery(exemptionQuery(id));
  return (
    <Page
      title={data === undefined ? '…' : `Exemption from ${data.attributes['policy-name']}`}
      trail={
        <PageLink to="/app/organizations/$organization/exceptions" params={{ organization }}>
          Exemptions
        </PageLink>
      }
      {...(mayOverride && data !== undefined && { actions: <ExemptionActs exemption={data} onEnd={toList} /> })}
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && <Contents exemption={data} />}
    </Page>
  );
}
