import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { creatorName } from '../../../../client/creator-name.ts';
import {
  cancelEvaluation,
  type Evaluation,
  evaluationQuery,
  isOver,
  outcomesText,
  runFacts,
  workspaceOf,
} from '../../api/evaluations.ts';
import type { FindingCounts } from '../../api/findings.ts';
import { relatedIn } from '../../api/included.ts';
import { canManagePolicies, organizationQuery } from '../../api/organizations.ts';
import { refresh } from '../../api/refresh.ts';
import { openDialog } from '../../components/dialog-store.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { saveFile } from '../../components/save-file.ts';
import { CopyText } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { counted } from '../../texts/counted.ts';
import { changes, mandatory } from '../../texts/evaluations.ts';
import { AskFromLink } from './ask.tsx';
import type { CardContext } from './card-context.ts';
import classes from './findings.module.css';
import { Findings } from './findings.tsx';
import { useRefusal } from './refusal.ts';
import { listStateOf } from './search.ts';
import { SincePassed, useComparison } from './since-passed.tsx';
import { countsOf, EvaluationTag } from './status.tsx';
import { subjectLine, titleOf } from './title.ts';
import { useFindings } from './use-findings.ts';

const route = getRouteApi('/app/organizations/$organization/evaluations/$evaluation');

const underWay = 'The plan is being evaluated. This page will show the result. You can leave the page and come back.';

/** Describes the progress of an unfinished evaluation, or what it is waiting for. */
function progressOf({ attributes: { progress }, links }: Evaluation): string {
  if (links.upload !== undefined) return 'The plan has not been uploaded yet.';
  const { policies = null, 'policies-evaluated': evaluated } = progress ?? {};
  if (policies !== null)
    return `${underWay} ${(evaluated ?? 0).toLocaleString('en')} of ${counted(policies, 'policy', 'policies')} evaluated.`;
  const before = progress?.['evaluations-before'] ?? 0;
  return before === 0
    ? underWay
    : `${underWay} Evaluations in the queue before this one: ${before.toLocaleString('en')}.`;
}

const UnderWay = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const cancel = async () => {
    await cancelEvaluation(evaluation.id);
    await refresh('evaluation', evaluation.id);
  };
  return (
    <Stack align="flex-start">
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>{progressOf(evaluation)}</Text>
      </Group>
      {evaluation.attributes.permissions?.['can-cancel'] && (
        <Button
          variant="default"
          onClick={() => void cancel().catch((error: unknown) => notifyFailure('Not canceled', error))}
        >
          Cancel the evaluation
        </Button>
      )}
    </Stack>
  );
};

const NoticeList = ({ notices }: { readonly notices: readonly string[] }) => (
  <List size="sm">
    {notices.map((notice) => (
      <List.Item key={notice} style={{ overflowWrap: 'anywhere' }}>
        {notice}
      </List.Item>
    ))}
  </List>
);

/** Maximum number of notices that are shown above the findings. Further notices are collapsed. */
const maxNotices = 3;

const Notices = ({ notices }: { readonly notices: readonly string[] }) =>
  notices.length > 0 && (
    <Alert color="blue" title="Notices" py="xs">
      <NoticeList notices={notices.slice(0, maxNotices)} />
      {notices.length > maxNotices && (
        <details>
          <Text component="summary" size="sm">
            {counted(notices.length - maxNotices, 'more notice')}
          </Text>
          <NoticeList notices={notices.slice(maxNotices)} />
        </details>
      )}
    </Alert>
  );

/**
 * Says that this evaluation did not examine the values known only after apply, for example because an older release
 * evaluated the plan. Nothing is shown if no policy has a verdict.
 */
const NotExamined = ({ evaluation: { attributes } }: { readonly evaluation: Evaluation }) => {
  const { unknown, errored: _, 'shadow-errored': __, ...verdicts } = attributes['result-count'];
  if (unknown !== null || Object.values(verdicts).every((count) => count === 0)) return null;
  return (
    <Dimmed>
      This evaluation does not say which results depend on values known only after apply. To find out, evaluate the plan
      again.
    </Dimmed>
  );
};

/**
 * Returns the text for an evaluation that does not block the run. The text says that no problem was found only if at
 * least one policy was evaluated.
 */
const notBlocked = ({ attributes }: Evaluation, { findings, old }: FindingCounts): string => {
  if (findings > old) return `Not blocked: ${counted(findings - old, 'finding')} to review`;
  if (old > 0) return `Not blocked: ${counted(old, 'old finding')}`;
  if (attributes.status === 'canceled') return 'The evaluation was canceled before policies were evaluated';
  return attributes['nothing-evaluated']
    ? `No policy was evaluated with this ${attributes.source}`
    : `No policy found a problem in this ${attributes.source}`;
};

/** Sentence that says what blocks the run, or that the run is not blocked. */
const Verdict = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { meta } = useFindings(evaluation.id, listStateOf(route.useSearch()));
  const { error, override, source } = evaluation.attributes;
  if (error !== null)
    return (
      <Alert color="red" title={`The ${source} could not be evaluated`}>
        {error}
      </Alert>
    );
  if (override !== null)
    return (
      <Alert
        color="yellow"
        title={`Overridden by ${override.approval === null ? '' : 'an approval of '}${creatorName(override.by)}`}
        className={classes.text}
      >
        {override.comment}
        {override['expires-at'] !== null && (
          <Text size="sm">
            Ends <Time iso={override['expires-at']} />
          </Text>
        )}
      </Alert>
    );
  if (meta === undefined) return null;
  const { blocked, counts } = meta;
  if (source === 'state' && blocked.policies > 0)
    return (
      <Alert color="yellow" title={`This state breaks ${mandatory(blocked.policies)}`} py="xs">
        No run is blocked. The policies were evaluated with the resources of the state, as with a plan that changes
        nothing. The result does not count for the workspace.
      </Alert>
    );
  if (blocked.policies === 0) return <Text fw={600}>{notBlocked(evaluation, counts)}</Text>;
  return (
    <Alert
      color="red"
      title={
        blocked.changes === 0
          ? `Blocked by ${mandatory(blocked.policies)}`
          : `Blocked: ${changes(blocked.changes)} ${blocked.changes === 1 ? 'breaks' : 'break'} ${mandatory(blocked.policies)}`
      }
      py="xs"
    />
  );
};

/** Override button. It is rendered only if the evaluation can currently be overridden. */
const Override = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { organization } = route.useParams();
  const open = async () => {
    const { OverrideForm } = await import('./override-form.tsx');
    openDialog('Override this evaluation?', <OverrideForm organization={organization} evaluation={evaluation} />);
  };
  return (
    <Button variant="default" onClick={() => void open()}>
      Override
    </Button>
  );
};

const Actions = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { organization } = route.useParams();
  const set = evaluation.relationships['policy-set'].data?.id;
  const download = async () => saveFile(`${evaluation.id}.json`, await outcomesText(evaluation.id));
  return (
    <Group gap="xs" className={classes.actions}>
      {evaluation.attributes.permissions?.['can-override'] && <Override evaluation={evaluation} />}
      <CopyText text={location.href} label="Copy link" />
      <Button
        size="xs"
        variant="default"
        onClick={() => void download().catch((error: unknown) => notifyFailure('Not downloaded', error))}
      >
        Download
      </Button>
      {set !== undefined && (
        <ButtonLink
          size="xs"
          variant="default"
          to="/app/organizations/$organization/policy-sets/$set/evaluate"
          params={{ organization, set }}
        >
          Evaluate again
        </ButtonLink>
      )}
    </Group>
  );
};

/** If the URL contains `ask`, opens the form that asks for an exemption, and replaces `ask` with the finding. */
const Asked = ({ context }: { readonly context: CardContext }) => {
  const { ask, ...rest } = route.useSearch();
  const navigate = route.useNavigate();
  const showFinding = (finding: string) => navigate({ search: rest, hash: finding, replace: true });
  return ask !== undefined && <AskFromLink policy={ask} context={context} onFound={showFinding} />;
};

const Result = ({ evaluation, context }: { readonly evaluation: Evaluation; readonly context: CardContext }) => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Nothing is rendered until the verdict is loaded, because the verdict would move the content below it.
  const { findings, error } = useFindings(evaluation.id, listStateOf(search));
  const { isLoading } = useComparison(evaluation);
  const refusal = useRefusal(context.organization, evaluation);
  if ((findings === undefined && error === null) || isLoading || refusal === undefined) return <LoadingRows />;
  return (
    <>
      <Verdict evaluation={evaluation} />
      <SincePassed evaluation={evaluation} />
      {refusal !== '' && <Text size="sm">{refusal}</Text>}
      <Notices notices={evaluation.attributes.notices} />
      <NotExamined evaluation={evaluation} />
      <Actions evaluation={evaluation} />
      <Asked context={context} />
      <Findings
        evaluation={evaluation.id}
        search={search}
        onSearch={(next) => navigate({ search: next })}
        context={context}
      />
    </>
  );
};

/** Message of the run, if the title does not contain all of it. */
const Message = ({ evaluation }: { readonly evaluation: Evaluation }) => {
  const { message } = runFacts(evaluation);
  if (message === undefined || message === subjectLine(message)) return null;
  return (
    <Text size="sm" className={classes.text} lineClamp={2}>
      {message}
    </Text>
  );
};

interface ShownProps {
  readonly evaluation: Evaluation;
  /** Name of the workspace. Null if there is none, or if the user cannot see it. */
  readonly workspaceName: string | null;
}

/** Line with the status, counts, creator, times and commit of the evaluation. */
const About = ({ evaluation, workspaceName }: ShownProps) => {
  const { organization } = route.useParams();
  const { 'created-at': created, 'created-by': by, 'duration-ms': duration } = evaluation.attributes;
  const workspace = workspaceOf(evaluation);
  const { commit } = runFacts(evaluation);
  return (
    <Group gap="4px 12px">
      <EvaluationTag evaluation={evaluation} />
      <Text size="sm">{countsOf(evaluation)}</Text>
      <Text size="sm" c="dimmed" component="div">
        {`Created by ${creatorName(by)}`} <Time iso={created} />
      </Text>
      {duration !== null && <Dimmed>{`${(duration / 1_000).toLocaleString('en')} s`}</Dimmed>}
      {commit !== undefined && (
        <Text size="sm" component="div" className={classes.text}>
          <WebLink address={commit}>{commit.slice(commit.lastIndexOf('/') + 1)}</WebLink>
        </Text>
      )}
      <Dimmed>{evaluation.id}</Dimmed>
      {workspace !== null && workspaceName !== null && (
        <PageLink
          fz="sm"
          to="/app/organizations/$organization/workspaces/$workspace"
          params={{ organization, workspace }}
        >
          Open workspace
        </PageLink>
      )}
    </Group>
  );
};

/** Returns the context of the cards. Undefined while it is loading. */
function useCardContext({ evaluation, workspaceName }: ShownProps): CardContext | undefined {
  const { organization } = route.useParams();
  const { data, isPending } = useQuery(organizationQuery(organization));
  const id = workspaceOf(evaluation);
  if (isPending) return undefined;
  return {
    organization,
    workspace: id === null ? undefined : { id, name: workspaceName ?? id },
    evaluation: evaluation.id,
    isManager: data !== undefined && canManagePolicies(data.data),
    mayExempt:
      evaluation.attributes.permissions?.['can-exempt'] === true &&
      data?.data.attributes['exemptions-need-request'] === false,
    missingApprovals: evaluation.attributes['missing-approvals'] ?? [],
  };
}

const Shown = (props: ShownProps) => {
  const { evaluation } = props;
  const context = useCardContext(props);
  return (
    <Stack gap="sm">
      <Message evaluation={evaluation} />
      <About {...props} />
      {!isOver(evaluation) && <UnderWay evaluation={evaluation} />}
      {isOver(evaluation) &&
        (context === undefined ? <LoadingRows /> : <Result evaluation={evaluation} context={context} />)}
    </Stack>
  );
};

/** Page of an evaluation. It shows the progress while the evaluation is running, then the verdict and the findings. */
export function EvaluationPage() {
  const { organization, evaluation: id } = route.useParams();
  const { data, error, refetch } = useQuery(evaluationQuery(id));
  // The response includes the workspace only if the user can see it.
  const workspace = data && relatedIn(data.included, data.data.relationships.workspace);
  const name = workspace?.attributes.name ?? null;
  return (
    <Page
      title={data === undefined ? '…' : titleOf(data.data, name)}
      trail={
        <PageLink to="/app/organizations/$organization/evaluations" params={{ organization }}>
          Evaluations
        </PageLink>
      }
    >
      {data === undefined && <QueryState data={data} error={error} refetch={refetch} />}
      {data !== undefined && <Shown evaluation={data.data} workspaceName={name} />}
    </Page>
  );
}
