// Buttons that ask for an exemption from a finding, and texts about the open requests.
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { boot } from '../../api/boot.ts';
import { type OpenRequest, openRequestsQuery } from '../../api/exemption-requests.ts';
import { type Finding, findingsQuery } from '../../api/findings.ts';
import { openDialog } from '../../components/dialog-store.ts';
import { PageLink } from '../../components/links.tsx';
import { Time } from '../../components/time.tsx';
import { creatorOf } from '../../texts/evaluations.ts';
import type { CardContext } from './card-context.ts';

interface AtFinding {
  readonly finding: Finding;
  readonly context: CardContext;
}

/**
 * Whether a request concerns a finding. A policy that belongs to a version of a policy set is identified by the set and
 * its name. A request without a resource concerns all findings of the policy.
 */
const concerns = (
  { attributes, relationships }: OpenRequest,
  { attributes: { address, policy, 'policy-set': set } }: Finding,
): boolean => {
  const isSamePolicy =
    relationships.policy.data === null
      ? relationships['policy-set'].data?.id === set.id && attributes['policy-name'] === policy.name
      : relationships.policy.data.id === policy.id;
  return isSamePolicy && [null, address].includes(attributes['resource-address']);
};

/** Open requests that concern a finding. */
const useRequestsFor = ({ finding, context }: AtFinding): readonly OpenRequest[] => {
  const { data } = useQuery({
    ...openRequestsQuery(context.evaluation),
    enabled: context.workspace !== undefined && finding.attributes.blocking,
  });
  return data?.filter((request) => concerns(request, finding)) ?? [];
};

/** Whether the user made one of the requests. */
const hasOwn = (requests: readonly OpenRequest[]): boolean =>
  requests.some(({ attributes }) => attributes['requested-by']?.id === boot.userId);

async function openAsk({ finding, context }: AtFinding): Promise<void> {
  const { AskForm } = await import('./ask-form.tsx');
  openDialog('Ask for an exemption', <AskForm finding={finding} context={context} />);
}

/** Button that opens the form. `isNamed` puts the name of the policy on the button. */
export const Ask = ({ isNamed, ...at }: AtFinding & { readonly isNamed: boolean }) => {
  const { address, policy, blocking } = at.finding.attributes;
  const requests = useRequestsFor(at);
  if (at.context.mayExempt || at.context.workspace === undefined || !blocking || hasOwn(requests)) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Ask for an exemption from ${policy.name} for ${address ?? 'all findings'}`}
      onClick={() => void openAsk(at)}
    >
      {isNamed ? `Ask for an exemption from ${policy.name}` : 'Ask for an exemption'}
    </Button>
  );
};

const RequestsFor = (at: AtFinding) =>
  useRequestsFor(at).map(({ id, attributes: { reason, 'requested-by': by, 'created-at': created } }) => (
    <Text key={id} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {by === null ? (
        `A request for an exemption from ${at.finding.attributes.policy.name} is open.`
      ) : (
        <>
          {`An exemption from ${at.finding.attributes.policy.name} was requested by ${creatorOf(by)} `}
          <Time iso={created} />
          {`: ${reason ?? ''} `}
          <PageLink
            to="/app/organizations/$organization/exceptions/requests/$request"
            params={{ organization: at.context.organization, request: id }}
          >
            Open the request
          </PageLink>
        </>
      )}
    </Text>
  ));

interface OpenRequestsProps extends Pick<AtFinding, 'context'> {
  readonly findings: readonly Finding[];
}

/** Lists the open requests that concern the findings. Requesters are named only if the user may see them. */
export const OpenRequests = ({ findings, context }: OpenRequestsProps) =>
  findings.map((finding) => <RequestsFor key={finding.id} finding={finding} context={context} />);

interface FromLinkProps {
  /** Identifier of the policy in the link. */
  readonly policy: string;
  readonly context: CardContext;
  /** Called when the form was opened, so that it does not open again when the page is reloaded. */
  readonly onOpened: () => unknown;
}

/** Returns the finding for which the form of a link opens, or a text that says why the form does not open. */
function targetOf(
  { workspace, mayExempt }: CardContext,
  findings: readonly Finding[],
  requests: readonly OpenRequest[],
): Finding | string {
  if (findings.length === 0) return 'The policy in the link does not block this plan, so it needs no exemption.';
  if (mayExempt) return 'You can grant exemptions yourself, with the button “Exempt” at a finding.';
  if (workspace === undefined)
    return 'You can ask for exemptions only for plans of a workspace, and this plan has none.';
  const isLeft = (finding: Finding): boolean => !hasOwn(requests.filter((request) => concerns(request, finding)));
  return (
    findings.find(isLeft) ??
    'You have already asked for an exemption from the policy in the link. The finding below links to your request.'
  );
}

/**
 * Opens the form for the first blocking finding of a policy for which the user has no open request. Links in
 * pull request comments lead here.
 */
export function AskFromLink({ policy, context, onOpened }: FromLinkProps) {
  const { data: findings } = useQuery(findingsQuery(context.evaluation, { filter: { policy, blocking: 'true' } }));
  const { data: requests } = useQuery(openRequestsQuery(context.evaluation));
  const isLoading = findings === undefined || requests === undefined;
  const target = isLoading ? undefined : targetOf(context, findings.data, requests);
  const isFinding = typeof target === 'object';
  useEffect(() => {
    if (isFinding) void openAsk({ finding: target, context }).then(onOpened);
  }, [isFinding, target, context, onOpened]);
  return typeof target === 'string' && <Text size="sm">{target}</Text>;
}
