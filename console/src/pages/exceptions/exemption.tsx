// Page of an exemption. It shows in which policy sets the exemption counts.
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import { exemptionQuery } from '../../api/exemptions.ts';
import type { ShownBy } from '../../api/query.ts';
import { Fact, Facts } from '../../components/fact.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { helpersOf } from '../../texts/evaluations.ts';
import { ExemptionActs } from './acts.tsx';
import { ExemptionStatus, scopeOf } from './columns.tsx';
import { useRights } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/exemptions/$exemption');

type Exemption = ShownBy<typeof exemptionQuery>;

type SetOfExemption = NonNullable<Exemption['attributes']['policy-sets']>[number];

/** Says whether the exemption counts in a policy set, and if not, why and who can help. */
function countsText({ counts, reason, approvers }: SetOfExemption): string {
  if (counts) return 'counts';
  if (reason === 'approvers')
    return approvers.length === 0
      ? 'does not count, because only owners of the organization are approvers of this policy set'
      : `does not count, because nobody who granted it is an approver. ${helpersOf(approvers, true)} can grant an exemption that counts in this policy set`;
  return 'does not count, because the policy cannot be overridden in this policy set, and the person who granted the exemption cannot manage policies';
}

const Sets = ({ organization, sets }: { readonly organization: string; readonly sets: readonly SetOfExemption[] }) => {
  const { isManager } = useRights();
  return (
    <Section title="Policy sets" intro="An exemption counts only in the policy sets whose rules its creator met.">
      {sets.length === 0 && <Text c="dimmed">The policy belongs to no policy set.</Text>}
      <List>
        {sets.map((set) => (
          <List.Item key={set.id} style={{ overflowWrap: 'anywhere' }}>
            {isManager ? (
              <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: set.id }}>
                {set.name}
              </PageLink>
            ) : (
              set.name
            )}
            {`: ${countsText(set)}.`}
          </List.Item>
        ))}
      </List>
    </Section>
  );
};

const Contents = ({ exemption }: { readonly exemption: Exemption }) => {
  const { organization } = route.useParams();
  const { attributes, request } = exemption;
  return (
    <Stack align="flex-start" gap="lg">
      <ExemptionStatus attributes={attributes} />
      <Facts>
        <Fact name="Exempt resources">{scopeOf(exemption)}</Fact>
        <Fact name="Reason">{attributes.reason}</Fact>
        <Fact name="Owner">{attributes.owner}</Fact>
        <Fact name="Granted by">{creatorName(attributes['created-by'])}</Fact>
        <Fact name="Ends">
          <Time iso={attributes['expires-at']} absent="No end date" />
        </Fact>
        <Fact name="Last used">
          <Time iso={attributes['last-matched-at']} />
        </Fact>
      </Facts>
      {request !== null && (
        <PageLink to="/app/organizations/$organization/exceptions/requests/$request" params={{ organization, request }}>
          Open the request
        </PageLink>
      )}
      {attributes['policy-sets'] !== undefined && <Sets organization={organization} sets={attributes['policy-sets']} />}
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
