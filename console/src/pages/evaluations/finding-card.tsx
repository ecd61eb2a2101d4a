// Card that shows a resource or a policy with its findings.
import { Anchor, Box, Button, Card, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Change, Finding } from '../../api/findings.ts';
import { exactTime } from '../../api/time-preference.ts';
import { openDialog } from '../../components/dialog-store.ts';
import { PageLink } from '../../components/links.tsx';
import { Tag } from '../../components/tag.tsx';
import { Time } from '../../components/time.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { creatorOf, newAndOld, upper } from '../../texts/evaluations.ts';
import { Ask, OpenRequests } from './ask.tsx';
import type { CardContext } from './card-context.ts';
import { ChangeView } from './change.tsx';
import classes from './findings.module.css';
import { type FindingGroup, type FindingRow, isBlocking } from './groups.ts';
import { RuleOf } from './rule.tsx';
import { SeverityTag } from './status.tsx';

type Attributes = Finding['attributes'];

/** Returns the weight of a finding, which determines its color. Only blocking findings without an approval are red. */
const weightOf = ({ blocking, exempt, old, shadow, approval }: Attributes): 'blocking' | 'advice' | 'silent' => {
  if (approval !== null || exempt || old || shadow) return 'silent';
  return blocking ? 'blocking' : 'advice';
};

const Tags = ({ attributes }: { readonly attributes: Attributes }) => {
  const { status, severity, exempt, old, shadow, approval } = attributes;
  const weight = weightOf(attributes);
  return (
    <Group gap={6}>
      {weight === 'blocking' && <Tag tone="bad">Blocks</Tag>}
      {weight === 'advice' && <Tag tone="warned">Warning</Tag>}
      {shadow && <Tag>Shadow mode</Tag>}
      {exempt && <Tag>Exempt</Tag>}
      {old && <Tag>Old</Tag>}
      {approval !== null && <Tag tone="warned">Approved</Tag>}
      {status !== 'failed' && <Tag tone="bad">{upper(status)}</Tag>}
      {severity !== null && <SeverityTag severity={severity} />}
    </Group>
  );
};

const Line = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" component="div" className={classes.text}>
    {children}
  </Text>
);

const Policy = ({ finding, context }: { readonly finding: Finding; readonly context: CardContext }) => {
  const { policy, 'policy-set': set, overridable, 'enforcement-level': level } = finding.attributes;
  const name =
    policy.revision === null ? policy.name : `${policy.name}, revision ${policy.revision.toLocaleString('en')}`;
  const { organization } = context;
  const ages = newAndOld(policy['output-count'], policy['old-output-count']);
  return (
    <>
      <Line>
        {context.isManager && policy.revision !== null ? (
          <PageLink
            inherit
            to="/app/organizations/$organization/policies/$policy"
            params={{ organization, policy: policy.id }}
          >
            {name}
          </PageLink>
        ) : (
          name
        )}{' '}
        <Text span inherit c="dimmed">
          {`in ${set.name}`}, {upper(level)}
          {!overridable && `, does not allow overrides`}
          {ages !== '' && `: ${ages}`}
        </Text>
      </Line>
      {finding.attributes['new-reason']?.message != null && (
        <Line>{`New: ${finding.attributes['new-reason'].message}`}</Line>
      )}
      <RuleOf finding={finding} />
    </>
  );
};

const Exemption = ({ attributes: { exemption } }: Pick<Finding, 'attributes'>) =>
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

const Approval = ({ attributes: { approval } }: Pick<Finding, 'attributes'>) =>
  approval !== null && (
    <Line>
      {`Approved until ${exactTime(approval['expires-at'])}, by ${creatorOf(approval.by)}: ${approval.comment}`}
    </Line>
  );

const Related = ({ attributes: { 'related-resources': related } }: Pick<Finding, 'attributes'>) =>
  related.length > 0 && (
    <List size="sm">
      {related.map(({ ref, description }) => (
        <List.Item key={`${ref} ${description}`}>
          <WebLink address={ref}>{description === '' ? ref : description}</WebLink>
        </List.Item>
      ))}
    </List>
  );

/**
 * Exemption button. It is shown only for findings that name a resource. Other exemptions are created on the policy's
 * page.
 */
const Exempt = ({ finding, context }: { readonly finding: Finding; readonly context: CardContext }) => {
  const { address, policy } = finding.attributes;
  const open = async () => {
    const { ExemptForm } = await import('./exempt-form.tsx');
    openDialog('Exempt', <ExemptForm finding={finding} context={context} />);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Exempt ${address ?? ''} from ${policy.name}`}
      onClick={() => void open()}
    >
      Exempt
    </Button>
  );
};

interface ActionsProps {
  /** Findings that share a row. Each belongs to a different policy. */
  readonly findings: readonly Finding[];
  readonly first: Finding;
  readonly context: CardContext;
}

const Actions = ({ findings, first: finding, context }: ActionsProps) => {
  const { address, exempt, policy } = finding.attributes;
  return (
    <Group gap="xs" className={classes.actions}>
      {context.mayExempt && address !== null && !exempt && <Exempt finding={finding} context={context} />}
      {findings.map((each) => (
        <Ask key={each.id} finding={each} context={context} isNamed={findings.length > 1} />
      ))}
      <Anchor href={`#${finding.id}`} size="sm" aria-label={`Link to the finding about ${address ?? policy.name}`}>
        Link
      </Anchor>
    </Group>
  );
};

/** Row of a card. If the card is for a policy, `isNamed` is set and the row shows the resource. */
const Row = ({
  row: { first, findings },
  context,
  isNamed,
}: {
  readonly row: FindingRow;
  readonly context: CardContext;
  readonly isNamed: boolean;
}) => {
  const { attributes, id } = first;
  const { message, attribute, fix, address } = attributes;
  const isLinked = useLocation({ select: ({ hash }) => hash === id });
  return (
    <Stack
      component="li"
      gap={6}
      id={id}
      className={classes.row}
      data-weight={weightOf(attributes)}
      data-linked={isLinked}
    >
      <Tags attributes={attributes} />
      {isNamed && address !== null && <Code className={classes.text}>{address}</Code>}
      <Text className={classes.text}>{message}</Text>
      {attribute !== null && (
        <Line>
          Attribute <Code>{attribute}</Code>
        </Line>
      )}
      {fix !== null && (
        <Line>
          <Text span inherit fw={600}>
            How to fix this finding:
          </Text>{' '}
          {fix}
        </Line>
      )}
      <Box>
        {findings.map((finding) => (
          <Policy key={finding.id} finding={finding} context={context} />
        ))}
      </Box>
      <Exemption attributes={attributes} />
      <Approval attributes={attributes} />
      <OpenRequests findings={findings} context={context} />
      <Related attributes={attributes} />
      <Actions first={first} findings={findings} context={context} />
    </Stack>
  );
};

interface FindingCardProps {
  readonly group: FindingGroup;
  readonly context: CardContext;
  /** Whether the group contains the findings of a policy. Each row then shows its resource. */
  readonly isPolicy: boolean;
  /** Planned changes to the resource. */
  readonly changes?: readonly Change[] | undefined;
}

/** Returns the paths of the attributes that the group's findings name. */
const namedIn = ({ rows }: FindingGroup): ReadonlySet<string> =>
  new Set(rows.flatMap(({ first }) => first.attributes.attribute ?? []));

export function FindingCard({ group, context, isPolicy, changes = [] }: FindingCardProps) {
  const { key, name, rows } = group;
  const id = groupId(group);
  return (
    <Card
      withBorder
      component="section"
      padding="sm"
      className={classes.card}
      data-blocking={isBlocking(group)}
      aria-labelledby={id}
    >
      <Stack gap="sm">
        <Title order={2} size="h5" id={id} className={classes.name} data-code={!isPolicy && key !== ''}>
          {name ?? 'Findings about several resources or none'}
        </Title>
        {changes.map((change) => (
          <ChangeView key={change.id} change={change} named={namedIn(group)} />
        ))}
        <Stack component="ul" gap="md" className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.first.id} row={row} context={context} isNamed={isPolicy} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

/** HTML identifier of a group's heading. */
export const groupId = ({ rows }: FindingGroup): string => `about-${rows[0]?.first.id ?? ''}`;
