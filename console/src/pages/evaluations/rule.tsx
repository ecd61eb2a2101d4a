// Shows the rule that produced a finding: its description, and its lines with a mark at the lines that were true. The
// rule is loaded when the user opens it.
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useId } from 'react';
import { type Finding, type Rule, ruleQuery } from '../../api/findings.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { counted } from '../../texts/counted.ts';
import { withoutLines } from '../../texts/evaluations.ts';
import { quiet } from './quiet.ts';
import classes from './rule.module.css';

type RuleFile = Rule['attributes']['files'][number];

/** Lines of a policy file, each with its number and a mark. Gaps between lines are marked, too. */
const File = ({ file: { name, lines }, isNamed }: { readonly file: RuleFile; readonly isNamed: boolean }) => (
  <Stack gap={2}>
    {isNamed && <Text size="sm">{name}</Text>}
    <ol className={classes.lines} aria-label={`Matching lines of ${name}`}>
      {lines.map(({ number, text }, index) => {
        const before = lines[index - 1]?.number;
        return (
          <Fragment key={number}>
            {before !== undefined && before + 1 < number && (
              <li className={classes.gap}>
                {before + 1 === number - 1
                  ? `⋯ line ${(before + 1).toLocaleString('en')}`
                  : `⋯ lines ${(before + 1).toLocaleString('en')}–${(number - 1).toLocaleString('en')}`}
              </li>
            )}
            <li className={classes.line}>
              <span className={classes.number}>{number}</span>
              <span role="img" aria-label="matched" title="matched" className={classes.mark}>
                ✓
              </span>
              <code className={classes.code}>{text}</code>
            </li>
          </Fragment>
        );
      })}
    </ol>
  </Stack>
);

const Lines = ({ attributes }: { readonly attributes: Rule['attributes'] }) => {
  const { files, 'lines-status': status, 'lines-left-out': leftOut } = attributes;
  if (files.length === 0) return <Text size="sm">{withoutLines[status] ?? 'No line of a rule matched.'}</Text>;
  return (
    <Stack gap="xs">
      <Dimmed>Lines that matched this plan, marked with ✓. Other lines of the policy are not shown.</Dimmed>
      {files.map((file) => (
        <File key={file.name} file={file} isNamed={files.length > 1} />
      ))}
      {leftOut > 0 && <Text size="sm">{`${counted(leftOut, 'more line')} matched.`}</Text>}
    </Stack>
  );
};

const Shown = ({ rule }: { readonly rule: Rule }) => {
  const { title, description } = rule.attributes;
  const texts = [...new Set([title, description])].filter((text) => text !== '');
  return (
    <Stack gap="xs">
      {texts.map((text) => (
        <Text key={text} size="sm" className={classes.text}>
          {text}
        </Text>
      ))}
      <Lines attributes={rule.attributes} />
    </Stack>
  );
};

const Opened = ({ outcome, policy }: { readonly outcome: string; readonly policy: string }) => {
  const { data, error, refetch } = useQuery(ruleQuery(outcome, policy));
  if (error !== null || data === undefined) return <QueryState data={data} error={error} refetch={refetch} />;
  return data === null ? (
    <Text size="sm">The rule is not known, because the policy was evaluated by another service.</Text>
  ) : (
    <Shown rule={data} />
  );
};

/** Button that shows the rule of a finding. */
export const RuleOf = ({ finding }: { readonly finding: Finding }) => {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const { policy, status } = finding.attributes;
  const outcome = finding.relationships['policy-set-outcome'].data?.id;
  if (status !== 'failed' || outcome === undefined) return null;
  return (
    <>
      <Button
        {...quiet}
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Rule of ${policy.name}`}
        onClick={toggle}
      >
        Rule
      </Button>
      <div id={id} hidden={!isOpen} className={classes.rule}>
        {isOpen && <Opened outcome={outcome} policy={policy.id} />}
      </div>
    </>
  );
};
