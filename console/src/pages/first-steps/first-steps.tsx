import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { boot, pathTo } from '../../api/boot.ts';
import { settingsQuery } from '../../api/settings.ts';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
import { CheckStep } from './check-step.tsx';
import { areStepsHidden, hideSteps } from './hiding.ts';
import { makeSample } from './make-sample.ts';
import { OrganizationStep } from './organization-step.tsx';
import { type Progress, shownAddress, useProgress } from './progress.ts';
import { Step } from './step.tsx';

/**
 * Warns if the address in the browser is not the configured address. This warning comes first, because forms and
 * sessions do not work with another address.
 */
const AddressStep = () => {
  if (shownAddress === boot.address)
    return (
      <Step
        title="The address is correct"
        body={`Links in mails and API responses begin with ${boot.address}.`}
        isDone
      />
    );
  const variable = `TIPSTAFF_BASE_URL=${shownAddress}`;
  return (
    <Alert
      color="red"
      role="alert"
      title="The address in your browser differs from the configured address"
      component="li"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{`The address bar shows ${shownAddress}, but Tipstaff is configured with ${boot.address}. Changes made from this address are refused, and links lead to the configured address. Open the configured address, or set the environment variable below and restart Tipstaff.`}</Text>
        <Code>{variable}</Code>
        <CopyText text={variable} />
      </Stack>
    </Alert>
  );
};

/** Whether mail is turned on. Undefined if the edition has no mail settings, or if they could not be loaded. */
function useMail() {
  const { data, isLoading } = useQuery({ ...settingsQuery('smtp'), enabled: boot.edition !== 'hosted' });
  return { isOn: data && data.data.enabled === true, isLoading };
}

const MailStep = ({ isOn }: { readonly isOn: boolean }) => (
  <Step
    title="Turn on mail"
    body={
      isOn
        ? 'Mail is on. You can send a test message on the settings page.'
        : 'Without a mail server, an administrator must pass on the links for invitations and forgotten passwords.'
    }
    isDone={isOn}
    isOptional
  >
    <PageLink to="/app/site/settings/$group" params={{ group: 'smtp' }}>
      Open the mail settings
    </PageLink>
  </Step>
);

const SampleStep = ({ organization, set }: Pick<Progress, 'organization' | 'set'>) => {
  const { failure, isRunning, run } = useAct();
  return (
    <Step
      title="Create a sample policy"
      body="The policy “no-public-buckets” fails for each plan that makes a bucket public. Its policy set “first-steps” applies to no workspace, so the policy blocks no runs."
      isDone={set !== undefined}
    >
      {failure !== undefined && <Failure error={failure} title="Not created" />}
      {organization !== undefined && set === undefined && (
        <Button loading={isRunning} onClick={() => void run(() => makeSample(organization))}>
          Create the sample
        </Button>
      )}
      {organization !== undefined && set !== undefined && (
        <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: set.id }}>
          Open the policy set
        </PageLink>
      )}
    </Step>
  );
};

const Hide = () => {
  const [isHidden, setHidden] = useState(areStepsHidden());
  if (isHidden) return null;
  const hide = () => {
    hideSteps('hidden');
    setHidden(true);
    notifyDone('The start page no longer shows the first steps.');
  };
  return (
    <Button variant="default" onClick={hide}>
      Do not show again on the start page
    </Button>
  );
};

const NextSteps = ({ organization }: { readonly organization: string | undefined }) => (
  <Section title="Next steps">
    <Text size="sm">
      Write your own policies, add them to policy sets that apply to your workspaces, and send plans from a pipeline.
      The documentation explains each step.
    </Text>
    <Anchor href={pathTo('/docs/')}>Open the documentation</Anchor>
    {organization !== undefined && (
      <PageLink to="/app/organizations/$organization/policies" params={{ organization }}>
        {`The policies of ${organization}`}
      </PageLink>
    )}
  </Section>
);

const CheckSteps = ({ progress }: { readonly progress: Progress }) => {
  const { failed, passed } = progress;
  return (
    <>
      <CheckStep
        title="See a check fail"
        body={
          failed === undefined
            ? 'This plan creates a bucket that everybody can read.'
            : 'A plan was checked and failed. Its evaluation shows the reason.'
        }
        act="Evaluate the public bucket"
        acl="public-read"
        progress={progress}
        evaluation={failed}
      />
      <CheckStep
        title="See a check pass"
        body={
          passed === undefined
            ? 'This is the same plan, fixed: the bucket is private.'
            : 'A plan was checked and passed.'
        }
        act="Evaluate the private bucket"
        acl="private"
        progress={progress}
        evaluation={passed}
      />
    </>
  );
};

/** Page that guides the administrator of a new service through the first steps. */
export function FirstSteps() {
  const progress = useProgress();
  const { organization, set, passed, error, retry } = progress;
  const mail = useMail();
  const isLoading = progress.isLoading || mail.isLoading;
  const isKnown = !isLoading && error === undefined;
  return (
    <Page
      title="First steps"
      intro="Set up an organization with a policy and check two plans: one that fails and one that passes. This takes about five minutes."
      actions={<Hide />}
    >
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        <AddressStep />
        {isKnown && (
          <>
            {mail.isOn !== undefined && <MailStep isOn={mail.isOn} />}
            <OrganizationStep organization={organization} />
            <SampleStep organization={organization} set={set} />
            <CheckSteps progress={progress} />
          </>
        )}
      </Stack>
      {isLoading && <LoadingRows />}
      {passed !== undefined && <NextSteps organization={organization} />}
    </Page>
  );
}
