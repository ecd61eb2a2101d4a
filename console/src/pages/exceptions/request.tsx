// Page of a request for an exemption, with buttons that grant, refuse and withdraw the request.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  type ExemptionRequest,
  exemptionRequestQuery,
  grantRequest,
  refuseRequest,
  withdrawRequest,
} from '../../api/exemption-requests.ts';
import { forget, refresh } from '../../api/refresh.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { confirmAct } from '../../components/confirm.tsx';
import { dayOf } from '../../components/day.ts';
import { type EndDraft, EndFields, endOf } from '../../components/exemption-fields.tsx';
import { FormButton } from '../../components/form-button.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { nextEvaluation } from '../../texts/exemption-requests.ts';
import { useRights } from './frame.tsx';
import { RequestFacts } from './request-facts.tsx';

const route = getRouteApi('/app/organizations/$organization/exceptions/requests/$request');

interface DecisionProps {
  readonly request: ExemptionRequest;
}

/** Form that grants the request. Its field for the last day contains the requested day at first. */
const Grant = ({ request }: DecisionProps) => {
  const { maxDays } = useRights();
  const end = request.attributes['expires-at'];
  const opened: EndDraft = { 'expires-at': dayOf(end), isEndless: end === null };
  const state = useApiForm(opened, async (draft, changed) => {
    // If the user does not change the day, the requested time is kept, because a day would end at midnight.
    await grantRequest(request.id, changed.size === 0 ? {} : { 'expires-at': endOf(draft, maxDays) });
    await refresh('exemption-request');
    notifyDone(`The request was granted. ${nextEvaluation}`);
  });
  return (
    <ApiFormView state={state} act="Grant" refused="Not granted">
      <EndFields form={state.form} max={maxDays} />
    </ApiFormView>
  );
};

const RefuseForm = ({ request, onClose }: DecisionProps & { readonly onClose: () => void }) => {
  const state = useApiForm({ comment: '' }, async (draft) => {
    await refuseRequest(request.id, draft);
    await refresh('exemption-request');
    notifyDone('The request was refused.');
  });
  return (
    <ApiFormView state={state} act="Refuse" refused="Not refused" onDone={onClose} onCancel={onClose}>
      <Textarea
        {...state.form.field('comment', 'Comment')}
        description="The requester sees this comment."
        required
        autosize
        minRows={2}
        maxLength={1_024}
        data-autofocus
      />
    </ApiFormView>
  );
};

const Refuse = ({ request }: DecisionProps) => (
  <FormButton act="Refuse" title="Refuse the request" variant="default">
    {(close) => <RefuseForm request={request} onClose={close} />}
  </FormButton>
);

const Withdraw = ({ request }: DecisionProps) => {
  const navigate = route.useNavigate();
  const confirmWithdrawal = () =>
    confirmAct({
      title: 'Withdraw this request?',
      body: 'The request is deleted. You can ask again later.',
      act: 'Withdraw',
      refused: 'Not withdrawn',
      onConfirm: async () => {
        await withdrawRequest(request.id);
        notifyDone('The request was withdrawn.');
        await navigate({ to: '/app/organizations/$organization/exceptions/requests' });
        await forget('exemption-request', request.id);
      },
    });
  return (
    <Button variant="default" onClick={confirmWithdrawal}>
      Withdraw
    </Button>
  );
};

const Acts = ({ request }: DecisionProps) => {
  const may = request.attributes.permissions;
  return (
    <>
      {may?.['can-grant'] && <Grant request={request} />}
      {may?.['can-refuse'] && !may['can-grant'] && (
        <Text size="sm">
          You cannot grant this request. Nobody can grant their own request. If every policy set of the policy has
          approvers, only these approvers can grant the request.
        </Text>
      )}
      <Group>
        {may?.['can-refuse'] && <Refuse request={request} />}
        {may?.['can-withdraw'] && <Withdraw request={request} />}
      </Group>
    </>
  );
};

export function ExemptionRequestPage() {
  const { organization, request: id } = route.useParams();
  const { data, error, refetch } = useQuery(exemptionRequestQuery(id));
  return (
    <Page
      title={data === undefined ? '…' : `Request for an exemption from ${data.attributes['policy-name']}`}
      trail={
        <PageLink to="/app/organizations/$organization/exceptions/requests" params={{ organization }}>
          Requests
        </PageLink>
      }
    >
      <QueryState data={data} error={error} refetch={refetch} />
      {data !== undefined && (
        <Stack align="flex-start">
          <RequestFacts organization={organization} request={data} />
          <Acts key={data.attributes.status} request={data} />
        </Stack>
      )}
    </Page>
  );
}
