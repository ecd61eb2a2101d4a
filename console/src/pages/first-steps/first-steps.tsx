import { Alert, Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { boot, pathTo } from '../../api/boot.ts';
import { Failure } from '../../components/failure.tsx';
import { PageLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/loading-rows.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { CopyText } from '../../components/secret.tsx';
import { Section } from '../../components/section.tsx';
import { useAct } from '../../components/use-act.ts';
import { t } from '../../texts/first-steps.ts';
import { not } from '../../texts/refusals.ts';
import { CheckStep } from './check-step.tsx';
import { areStepsHidden, hideSteps } from './hiding.ts';
import { makeSample } from './make-sample.ts';
import { OrganizationStep } from './organization-step.tsx';
import { type Progress, shownAddress, useProgress } from './progress.ts';
import { Step } from './step.tsx';

/** Before anything else: what does not work at another address. */
const AddressStep = () => {
  if (shownAddress === boot.address) return <Step title={t.address} body={t.addressBody(boot.address)} isDone />;
  const variable = `TIPSTAFF_BASE_URL=${shownAddress}`;
  return (
    <Alert color="red" role="alert" title={t.wrongAddress} component="li">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.wrongAddressBody(shownAddress, boot.address)}</Text>
        <Code>{variable}</Code>
        <CopyText text={variable} />
      </Stack>
    </Alert>
  );
};

const MailStep = ({ isOn }: { readonly isOn: boolean }) => (
  <Step title={t.mail} body={isOn ? t.mailOn : t.mailOff} isDone={isOn} isOptional>
    <PageLink to="/app/site/settings/$group" params={{ group: 'smtp' }}>
      {t.mailOpen}
    </PageLink>
  </Step>
);

const SampleStep = ({ organization, set }: Pick<Progress, 'organization' | 'set'>) => {
  const queryClient = useQueryClient();
  const { failure, isRunning, run } = useAct();
  return (
    <Step title={t.sample} body={t.sampleBody} isDone={set !== undefined}>
      {failure !== undefined && <Failure error={failure} title={not.created} />}
      {organization !== undefined && set === undefined && (
        <Button loading={isRunning} onClick={() => void run(() => makeSample(queryClient, organization))}>
          {t.sampleMake}
        </Button>
      )}
      {organization !== undefined && set !== undefined && (
        <PageLink to="/app/organizations/$organization/policy-sets/$set" params={{ organization, set: set.id }}>
          {t.sampleOpen}
        </PageLink>
      )}
    </Step>
  );
};

const Hide = () => {
  const [isHidden, setHidden] = useState(areStepsHidden());
  if (isHidden) return null;
  const hide = () => {
    hideSteps();
    setHidden(true);
    notifyDone(t.hidden);
  };
  return (
    <Button variant="default" onClick={hide}>
      {t.hide}
    </Button>
  );
};

/** First steps of an administrator of a new service. */
export function FirstSteps() {
  const progress = useProgress();
  const { organization, set, failed, passed, isMailOn, isLoading, error, retry } = progress;
  const isKnown = !isLoading && error === undefined;
  return (
    <Page title={t.title} intro={t.intro} actions={<Hide />}>
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        <AddressStep />
        {isKnown && (
          <>
            {isMailOn !== undefined && <MailStep isOn={isMailOn} />}
            <OrganizationStep organization={organization} />
            <SampleStep organization={organization} set={set} />
            <CheckStep
              title={t.failing}
              body={failed === undefined ? t.failingBody : t.failingDone}
              act={t.failingRun}
              acl="public-read"
              progress={progress}
              evaluation={failed}
            />
            <CheckStep
              title={t.passing}
              body={passed === undefined ? t.passingBody : t.passingDone}
              act={t.passingRun}
              acl="private"
              progress={progress}
              evaluation={passed}
            />
          </>
        )}
      </Stack>
      {isLoading && <LoadingRows />}
      {passed !== undefined && (
        <Section title={t.next}>
          <Text size="sm">{t.nextBody}</Text>
          <Anchor href={pathTo('/docs/')}>{t.nextDocumentation}</Anchor>
          {organization !== undefined && (
            <PageLink to="/app/organizations/$organization/policies" params={{ organization }}>
              {t.nextOpen(organization)}
            </PageLink>
          )}
        </Section>
      )}
    </Page>
  );
}
