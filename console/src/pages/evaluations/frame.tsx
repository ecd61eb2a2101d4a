// Common layout of the lists of evaluations, recorded plans and run tasks. Recorded plans and run tasks are only for
// users who manage policies.
import type { ReactNode } from 'react';
import { LoadTogether } from '../../components/load-together.tsx';
import { Page } from '../../components/page.tsx';
import { SectionLinks } from '../../components/section-links.tsx';
import { useIsManager } from '../workspaces/frame.tsx';

interface EvaluationsFrameProps {
  readonly organization: string;
  readonly title: string;
  readonly intro: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function EvaluationsFrame({ organization, children, ...page }: EvaluationsFrameProps) {
  const isManager = useIsManager(organization);
  const base = `/app/organizations/${encodeURIComponent(organization)}`;
  const sections = [
    { label: 'Evaluations', path: `${base}/evaluations` },
    { label: 'Recorded plans', path: `${base}/recorded-plans` },
    { label: 'Run tasks', path: `${base}/run-tasks` },
  ];
  return (
    <Page {...page}>
      <LoadTogether gap="lg">
        {isManager && <SectionLinks label="Evaluation pages" sections={sections} />}
        {children}
      </LoadTogether>
    </Page>
  );
}
