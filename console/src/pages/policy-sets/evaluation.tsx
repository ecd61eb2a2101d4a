import { Alert, Button, Group, List, Loader, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  cancelEvaluation,
  type Evaluation,
  evaluatedNames,
  evaluationQuery,
  isOver,
  overrideEvaluation,
  refreshEvaluations,
} from '../../api/evaluations.ts';
import { ApiFormView, useApiForm } from '../../components/api-form.tsx';
import { LoadingRows } from '../../components/data-table.tsx';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { t as common } from '../../texts/common.ts';
import { t } from '../../texts/policy-sets.ts';
import { countsOf } from './evaluations.tsx';
import { Outcomes } from './outcomes.tsx';
import { EvaluationTag } from './status.tsx';

const route = getRouteApi('/app/organizations/$organization/evaluations/$evaluation');

const useRenewal = (id: string) => {
  const queryClient = useQueryClient();
  return async (document: { readonly data: Evaluation }) => {
    // The names of what it is of do not come with the answer, and stay.
    queryClient.setQueryData(evaluationQuery(id).queryKey, (before) => ({ ...before, ...document }));
    await refreshEvaluations(queryClient);
  };
};

const Override = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const renew = useRenewal(evaluation.id);
  const state = useApiForm({ comment: '' }, async ({ comment }) => {
    await renew(await overrideEvaluation(evaluation.id, comment));
    notifyDone(t.overridden);
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.override}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t.overrideTitle}
        centered
        closeButtonProps={{ 'aria-label': common.close }}
      >
        <ApiFormView state={state} act={t.override} onDone={close} onCancel={close}>
          <Text size="sm">{t.overrideBody}</Text>
          <Textarea
            label={t.comment}
            required
            autosize
            minRows={3}
            maxLength={4_096}
            data-autofocus
            {...state.form.getInputProps('comment')}
          />
        </ApiFormView>
      </Modal>
    </>
  );
};

const UnderWay = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const renew = useRenewal(evaluation.id);
  const cancel = async () => renew(await cancelEvaluation(evaluation.id));
  return (
    <Stack align="flex-start">
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>{evaluation.links.upload === undefined ? t.waiting : t.waitingForPlan}</Text>
      </Group>
      <Button variant="default" onClick={() => void cancel().catch(notifyFailure)}>
        {t.cancel}
      </Button>
    </Stack>
  );
};

const Notices = ({ notices }: { readonly notices: readonly string[] }) =>
  notices.length > 0 && (
    <Alert color="blue" title={t.notices}>
      <List size="sm">
        {notices.map((notice) => (
          <List.Item key={notice} style={{ overflowWrap: 'anywhere' }}>
            {notice}
          </List.Item>
        ))}
      </List>
    </Alert>
  );

const Result = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { error, notices, override, overridable } = evaluation.attributes;
  return (
    <>
      {error !== null && (
        <Alert color="red" title={t.problem}>
          {error}
        </Alert>
      )}
      {override !== null && (
        <Alert color="yellow" style={{ overflowWrap: 'anywhere' }}>
          {t.overriddenBecause(override.comment)}
        </Alert>
      )}
      <Notices notices={notices} />
      {overridable && (
        <Group>
          <Override evaluation={evaluation} />
        </Group>
      )}
      <Outcomes evaluation={evaluation.id} />
    </>
  );
};

const Shown = ({ evaluation }: { readonly evaluation: Evaluation }) => (
  <>
    <Group gap="sm">
      <EvaluationTag evaluation={evaluation} />
      <Text size="sm">{countsOf(evaluation)}</Text>
      <Text size="sm" c="dimmed" component="div">
        <Time iso={evaluation.attributes['created-at']} />
      </Text>
      <Text size="sm" c="dimmed">
        {evaluation.id}
      </Text>
    </Group>
    {isOver(evaluation) ? <Result evaluation={evaluation} /> : <UnderWay evaluation={evaluation} />}
  </>
);

/** An evaluation: under way, then what each policy found. */
export function EvaluationPage() {
  const { organization, evaluation: id } = route.useParams();
  const { data, error, refetch } = useQuery(evaluationQuery(id));
  return (
    <Page
      title={t.evaluationOf(data === undefined ? null : evaluatedNames(data.data, data.included).workspace)}
      trail={
        <PageLink to="/app/organizations/$organization/evaluations" params={{ organization }}>
          {t.evaluations}
        </PageLink>
      }
    >
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <LoadingRows />}
      {data !== undefined && <Shown evaluation={data.data} />}
    </Page>
  );
}
