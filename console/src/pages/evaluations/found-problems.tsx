// The problems that policies found in a plan. Problems that do not block the run are collapsed.
import { Kbd, Stack, type TitleOrder } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { Change, Finding } from '../../api/findings.ts';
import { isDialogOpen } from '../../app/focus-return.ts';
import { Dimmed } from '../../components/dimmed.tsx';
import { counted } from '../../texts/counted.ts';
import { oldSummary } from '../../texts/evaluations.ts';
import type { CardContext } from './card-context.ts';
import classes from './findings.module.css';
import { Fold } from './fold.tsx';
import { type Kind, kindOf, kinds, type Problem, policyKey, problemsByPolicy } from './groups.ts';
import { PolicyFindings } from './policy-findings.tsx';
import { ResourceLinks } from './resource-links.tsx';

interface FoundProps {
  readonly findings: readonly Finding[];
  readonly context: CardContext;
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  /** Heading level of the policies. */
  readonly headingOrder?: TitleOrder;
  /** Whether findings that do not block are expanded, too. */
  readonly isOpen?: boolean;
}

type PoliciesProps = Omit<FoundProps, 'findings' | 'isOpen'> & { readonly problems: readonly Problem[] };

const Policies = ({ problems, headingOrder = 2, ...shared }: PoliciesProps) => (
  <Stack gap="sm">
    {[...Map.groupBy(problems, ({ first }) => policyKey(first))].map(([key, [first, ...others]]) =>
      first === undefined ? null : (
        <PolicyFindings key={key} problems={[first, ...others]} headingOrder={headingOrder} {...shared} />
      ),
    )}
  </Stack>
);

/** Number of problems that are shown initially. */
const maxProblems = 5;

const Shown = ({ findings, ...shared }: Omit<FoundProps, 'isOpen'>) => {
  const problems = problemsByPolicy(findings);
  const rest = problems.slice(maxProblems);
  return (
    <Stack gap="sm">
      <Policies problems={problems.slice(0, maxProblems)} {...shared} />
      {rest.length > 0 && (
        <Fold summary={counted(rest.length, 'more problem')} findings={rest.flatMap((problem) => problem.findings)}>
          <Policies problems={rest} {...shared} />
        </Fold>
      )}
    </Stack>
  );
};

/** Summaries of findings that are collapsed. Other findings are expanded. */
const summaries: Readonly<Partial<Record<Kind, (count: number) => string>>> = {
  advisory: (count) => `${counted(count, 'advisory finding')}: not blocking`,
  shadow: (count) => `${counted(count, 'finding')} in shadow mode: not blocking`,
  exempt: (count) => `${counted(count, 'exempt finding')}: not blocking`,
  old: oldSummary,
};

const isShown = (row: HTMLElement): boolean => row.checkVisibility();

/** Moves the focus to the next or the previous visible finding with the keys `j` and `k`. */
function useFindingKeys() {
  const section = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => {
    if (isDialogOpen()) return;
    const rows = [...(section.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])].filter(isShown);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[at === -1 ? 0 : at + step]?.focus();
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);
  return section;
}

const KeysHelp = () => (
  <Dimmed className={classes.keys}>
    <Kbd size="xs">j</Kbd> and <Kbd size="xs">k</Kbd> move to the next and the previous finding.
  </Dimmed>
);

/** Links to resources are shown only if at least this many resources have findings. */
const minLinks = 4;

const firstByResource = (findings: readonly Finding[]): readonly Finding[] =>
  [...Map.groupBy(findings, ({ attributes }) => attributes.address)].flatMap(([address, [first]]) =>
    address === null || first === undefined ? [] : [first],
  );

export function FoundProblems({ findings, isOpen = false, ...shared }: FoundProps) {
  const section = useFindingKeys();
  const byKind = Map.groupBy(findings, kindOf);
  const linked = firstByResource(findings.filter((finding) => isOpen || summaries[kindOf(finding)] === undefined));
  const hasLinks = linked.length >= minLinks;
  return (
    <div className={classes.layout} data-aside={hasLinks}>
      {hasLinks && <ResourceLinks findings={linked} />}
      <Stack ref={section} gap="sm">
        {findings.length > 1 && <KeysHelp />}
        {kinds.map((kind) => {
          const [found, summary] = [byKind.get(kind), summaries[kind]];
          if (found === undefined) return null;
          const shown = <Shown key={kind} findings={found} {...shared} />;
          if (summary === undefined) return shown;
          return (
            <Fold key={kind} summary={summary(found.length)} findings={found} isOpen={isOpen}>
              {shown}
            </Fold>
          );
        })}
      </Stack>
    </div>
  );
}
