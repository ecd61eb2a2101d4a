// Card with the problems that a policy found.
import { Button, Card, Group, List, Stack, Text, Title, type TitleOrder } from '@mantine/core';
import type { ReactNode } from 'react';
import { creatorName } from '../../../../client/creator-name.ts';
import type { Change, Finding } from '../../api/findings.ts';
import { exactTime } from '../../api/time-preference.ts';
import { openDialog } from '../../components/dialog-store.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { ButtonLink, PageLink } from '../../components/links.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { newAndOld, upper } from '../../texts/evaluations.ts';
import { Ask, OpenRequests } from './ask.tsx';
import type { CardContext } from './card-context.ts';
import classes from './findings.module.css';
import { kindOf, type Problem } from './groups.ts';
import { FindingRow, ProblemList } from './problems.tsx';
import { quiet } from './quiet.ts';
import { RuleOf } from './rule.tsx';

type Attributes = Pick<Finding, 'attributes'>;

const Line = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" component="div" className={classes.text}>
    {children}
  </Text>
);

const NewReason = ({ attributes: { 'new-reason': reason } }: Attributes) =>
  reason?.message != null && <Line>{`New: ${reason.message}`}</Line>;

const Exemption = ({ attributes: { exemption } }: Attributes) =>
  exemption !== null && (
    <Line>
      {`Exempt: ${exemption.reason} (owner: ${exemption.owner})`} ·{' '}
      {exemption['expires-at'] === null ? (
        'no end date'
      ) : (
        <>
          Until <Time iso={exemption['expires-at']} />
        </>
      )}
    </Line>
  );

const Approval = ({ attributes: { approval } }: Attributes) =>
  approval !== null && (
    <Line>
      {`Approved until ${exactTime(approval['expires-at'])}, by ${creatorName(approval.by)}: ${approval.comment}`}
    </Line>
  );

const Related = ({ attributes: { 'related-resources': related } }: Attributes) =>
  related.length > 0 && (
    <List size="sm">
      {related.map(({ ref, description }) => (
        <List.Item key={`${ref} ${description}`}>
          <WebLink address={ref}>{description === '' ? ref : description}</WebLink>
        </List.Item>
      ))}
    </List>
  );

interface AtFinding {
  readonly finding: Finding;
  readonly context: CardContext;
}

/**
 * Exemption button. It is shown only for findings that name a resource. Other exemptions are created on the policy's
 * page.
 */
const Exempt = ({ finding, context }: AtFinding) => {
  const { address, policy } = finding.attributes;
  const open = async () => {
    const { ExemptForm } = await import('./exempt-form.tsx');
    openDialog('Exempt', <ExemptForm finding={finding} context={context} />);
  };
  return (
    <Button {...quiet} aria-label={`Exempt ${address ?? ''} from ${policy.name}`} onClick={() => void open()}>
      Exempt
    </Button>
  );
};

const Actions = ({ finding, context }: AtFinding) => {
  const { address, exempt, policy } = finding.attributes;
  return (
    <>
      {context.mayExempt && address !== null && !exempt && <Exempt finding={finding} context={context} />}
      <Ask finding={finding} context={context} />
      <ButtonLink
        {...quiet}
        to="/app/organizations/$organization/evaluations/$evaluation"
        params={{ organization: context.organization, evaluation: context.evaluation }}
        hash={finding.id}
        activeOptions={{ includeHash: true }}
        aria-label={`Link to the finding about ${address ?? policy.name}`}
      >
        Link
      </ButtonLink>
    </>
  );
};

const Name = ({ finding, context: { organization, isManager } }: AtFinding) => {
  const { policy } = finding.attributes;
  if (policy.revision === null) return policy.name;
  const name = `${policy.name}, revision ${policy.revision.toLocaleString('en')}`;
  if (!isManager) return name;
  return (
    <PageLink
      inherit
      to="/app/organizations/$organization/policies/$policy"
      params={{ organization, policy: policy.id }}
    >
      {name}
    </PageLink>
  );
};

/** Names the policy sets in which the policy has findings, and says whether they allow overrides. */
function setsOf(findings: readonly Finding[]): string {
  const names = [...new Set(findings.map(({ attributes }) => attributes['policy-set'].name))].join(', ');
  return findings.every(({ attributes }) => attributes.overridable) ? names : `${names}, does not allow overrides`;
}

interface PolicyFindingsProps {
  readonly problems: readonly [Problem, ...Problem[]];
  readonly context: CardContext;
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  readonly headingOrder: TitleOrder;
}

export function PolicyFindings({ problems, context, changes, headingOrder }: PolicyFindingsProps) {
  const [{ first }] = problems;
  const { policy, status, 'enforcement-level': level } = first.attributes;
  const ages = newAndOld(policy['output-count'], policy['old-output-count']);
  const id = `policy-${first.id}`;
  return (
    <Card
      withBorder
      component="section"
      padding="sm"
      className={classes.card}
      data-kind={kindOf(first)}
      aria-labelledby={id}
    >
      <Stack gap="sm">
        <Group gap="4px 8px">
          <Title order={headingOrder} size="h5" id={id} className={classes.text}>
            <Name finding={first} context={context} />
          </Title>
          <Tag>{upper(level)}</Tag>
          {status !== 'failed' && <Tag tone="bad">{upper(status)}</Tag>}
          <Dimmed className={classes.text}>
            {[`in ${setsOf(problems.flatMap(({ findings }) => findings))}`, ages].filter(Boolean).join(': ')}
          </Dimmed>
          <RuleOf finding={first} />
        </Group>
        <Related attributes={first.attributes} />
        <ProblemList
          problems={problems}
          headingOrder={headingOrder === 2 ? 3 : 4}
          row={(finding) => (
            <FindingRow
              key={finding.id}
              finding={finding}
              changes={changes.get(finding.attributes.address ?? '') ?? []}
              actions={<Actions finding={finding} context={context} />}
            >
              <NewReason attributes={finding.attributes} />
              <Exemption attributes={finding.attributes} />
              <Approval attributes={finding.attributes} />
              <OpenRequests finding={finding} context={context} />
            </FindingRow>
          )}
        />
      </Stack>
    </Card>
  );
}
