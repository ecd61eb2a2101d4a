// Buttons that ask for an exemption from a finding, and texts about the open requests.
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { creatorName } from '../../../../client/creator-name.ts';
import { boot } from '../../api/boot.ts';
import { type OpenRequest, openRequestsQuery } from '../../api/exemption-requests.ts';
import { type Finding, findingsQuery } from '../../api/findings.ts';
import { openDialog } from '../../components/dialog-store.ts';
import { PageLink } from '../../components/links.tsx';
import { Time } from '../../components/time.tsx';
import type { CardContext } from './card-context.ts';
import { quiet } from './quiet.ts';

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

/** Button that opens the form. */
export const Ask = (at: AtFinding) => {
  const { address, policy, blocking } = at.finding.attributes;
  const requests = useRequestsFor(at);
  if (at.context.mayExempt || at.context.workspace === undefined || !blocking || hasOwn(requests)) return null;
  return (
    <Button
      {...quiet}
      aria-label={`Ask for an exemption from ${policy.name} for ${address ?? 'all findings'}`}
      onClick={() => void openAsk(at)}
    >
      Ask for an exemption
    </Button>
  );
};

/** Lists the open requests that concern a finding. Requesters are named only if the user may see them. */
export const OpenRequests = (at: AtFinding) =>
  useRequestsFor(at).map(({ id, attributes: { reason, 'requested-by': by, 'created-at': created } }) => (
    <Text key={id} size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      {by === null ? (
        `A request for an exemption from ${at.finding.attributes.policy.name} is open.`
      ) : (
        <>
          {`An exemption from ${at.finding.attributes.policy.name} was requested by ${creatorName(by)} `}
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

interface FromLinkProps {
  /** Identifier of the policy in the link. */
  readonly policy: string;
  readonly context: CardContext;
  /** Shows the finding, and removes the policy from the URL, so that a reload does not open the form again. */
  readonly onFound: (finding: string) => Promise<unknown>;
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
export function AskFromLink({ policy, context, onFound }: FromLinkProps) {
  const { data: findings } = useInfiniteQuery(
    findingsQuery(context.evaluation, { filter: { policy, blocking: 'true' } }),
  );
  const { data: requests } = useQuery(openRequestsQuery(context.evaluation));
  const isLoading = findings === undefined || requests === undefined;
  const target = isLoading ? undefined : targetOf(context, findings.pages[0]?.data ?? [], requests);
  const isFinding = typeof target === 'object';
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isFinding || isOpened.current) return;
    isOpened.current = true;
    // When the form is closed, the focus returns to the finding, because the finding has the focus when the form opens.
    void onFound(target.id).then(() => openAsk({ finding: target, context }));
  }, [isFinding, target, context, onFound]);
  return typeof target === 'string' && <Text size="sm">{target}</Text>;
}
