// Facts about a request for an exemption.
import { Text } from '@mantine/core';
import { creatorName } from '../../../../client/creator-name.ts';
import type { ExemptionRequest } from '../../api/exemption-requests.ts';
import { Fact, Facts } from '../../components/fact.tsx';
import { EvaluationLink, PageLink } from '../../components/links.tsx';
import { Tag, type Tone } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { nextEvaluation, requestStatuses } from '../../texts/exemption-requests.ts';
import { scopeOf } from './columns.tsx';
import { useRights } from './frame.tsx';

type Status = keyof typeof requestStatuses;

const tones: Readonly<Record<Status, Tone>> = {
  open: 'warned',
  granted: 'good',
  refused: 'bad',
  expired: 'neutral',
};

export const RequestStatus = ({ status }: { readonly status: Status }) => (
  <Tag tone={tones[status]}>{requestStatuses[status]}</Tag>
);

/** Name of the requester. Null if the user may not see it. */
export const requesterOf = ({ attributes }: Pick<ExemptionRequest, 'attributes'>): string | null =>
  attributes['requested-by'] && creatorName(attributes['requested-by']);

interface FactsProps {
  readonly organization: string;
  readonly request: ExemptionRequest;
}

const Decision = ({ attributes }: Pick<ExemptionRequest, 'attributes'>) => {
  const { status, comment, 'decided-by': by, 'decided-at': at } = attributes;
  if (at === null) return null;
  return (
    <Fact name={requestStatuses[status]}>
      {by !== null && `By ${creatorName(by)} `}
      <Time iso={at} />
      {comment !== null && <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{comment}</Text>}
    </Fact>
  );
};

const Links = ({ organization, request: { relationships } }: FactsProps) => {
  const { mayOverride, isManager } = useRights();
  const evaluation = relationships['policy-evaluation'].data?.id;
  const exemption = relationships['policy-exemption'].data?.id;
  return (
    <>
      {evaluation !== undefined && (
        <EvaluationLink organization={organization} evaluation={evaluation}>
          Open the evaluation
        </EvaluationLink>
      )}
      {exemption !== undefined && (mayOverride || isManager) && (
        <PageLink
          to="/app/organizations/$organization/exceptions/exemptions/$exemption"
          params={{ organization, exemption }}
        >
          Open the exemption
        </PageLink>
      )}
    </>
  );
};

/** Shows the content of a request and the decision about it. Texts that the user may not see are left out. */
export function RequestFacts({ organization, request }: FactsProps) {
  const { attributes } = request;
  const by = requesterOf(request);
  return (
    <>
      <RequestStatus status={attributes.status} />
      <Facts>
        <Fact name="Policy">{attributes['policy-name']}</Fact>
        <Fact name="Resources">{scopeOf(request)}</Fact>
        {attributes.reason !== null && <Fact name="Reason">{attributes.reason}</Fact>}
        {by !== null && <Fact name="Requested by">{by}</Fact>}
        <Fact name="Created">
          <Time iso={attributes['created-at']} />
        </Fact>
        <Fact name={attributes.status === 'granted' ? 'End' : 'Requested end'}>
          <Time iso={attributes['expires-at']} absent="No end date" />
        </Fact>
        {attributes.status === 'open' && (
          <Fact name="Open until">
            <Time iso={attributes['open-until']} />
          </Fact>
        )}
        <Decision attributes={attributes} />
      </Facts>
      {attributes.status === 'granted' && <Text size="sm">{nextEvaluation}</Text>}
      <Links organization={organization} request={request} />
    </>
  );
}
