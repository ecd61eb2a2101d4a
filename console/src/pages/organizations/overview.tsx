// Overview page of an organization, with its posture, its attributes, and the sign-in methods of its members.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Resource } from '../../api/client.ts';
import {
  canManagePolicies,
  canReadEvaluations,
  canReadWorkspaces,
  organizationQuery,
} from '../../api/organizations.ts';
import { subscriptionQuery } from '../../api/plans.ts';
import { Fact, Facts } from '../../components/fact.tsx';
import { PageLink } from '../../components/links.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { PostureDays } from './posture-days.tsx';
import { PostureFailing } from './posture-failing.tsx';
import { PostureFigures } from './posture-figures.tsx';
import { PostureMap } from './posture-map.tsx';

const route = getRouteApi('/app/organizations/$organization');

const About = ({ organization }: { readonly organization: Resource<'organizations'> }) => {
  const { id, attributes } = organization;
  const { data: subscription, isError } = useQuery(subscriptionQuery(id));
  return (
    <Section title="About the organization">
      <Facts>
        <Fact name="Notification e-mail">{attributes.email}</Fact>
        <Fact name="Created">
          <Time iso={attributes['created-at']} />
        </Fact>
        <Fact name="Subscription">
          <PageLink to="/app/organizations/$organization/subscription" params={{ organization: id }}>
            {subscription?.plan?.attributes.name ?? (isError ? 'Not loaded' : '…')}
          </PageLink>
        </Fact>
        <Fact name="Sign-in">
          {attributes['collaborator-auth-policy'] === 'two_factor_mandatory'
            ? 'Members need two-factor authentication'
            : 'Two-factor authentication is optional for members'}
        </Fact>
        <Fact name="Identifier">{attributes['external-id']}</Fact>
      </Facts>
    </Section>
  );
};

const Posture = ({ organization }: { readonly organization: Resource<'organizations'> }) => {
  const { id, attributes } = organization;
  const seesAll = canReadEvaluations(organization);
  return (
    <>
      <PostureFigures organization={id} seesAll={seesAll} />
      <PostureDays organization={id} seesAll={seesAll} isOwner={attributes.permissions['can-update']} />
      <PostureFailing organization={id} seesAll={seesAll} opensPolicies={canManagePolicies(organization)} />
      {canReadWorkspaces(organization) && <PostureMap organization={id} />}
    </>
  );
};

export function Overview() {
  const { organization: name } = route.useParams();
  const { data, error, refetch } = useQuery(organizationQuery(name));
  return (
    <Page title={name} trail={<PageLink to="/app/organizations">Organizations</PageLink>}>
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <LoadTogether key={name}>
          <Posture organization={data.data} />
          <About organization={data.data} />
        </LoadTogether>
      )}
    </Page>
  );
}
