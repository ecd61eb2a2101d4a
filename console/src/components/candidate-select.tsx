import { candidatesQuery, type Members } from '../api/policy-sets.ts';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';
import { useCandidates } from './use-candidates.ts';

interface CandidateSelectProps extends SearchSelectProps {
  readonly organization: string;
  readonly members: Members;
  /** Text that is shown if no name matches. */
  readonly none: string;
}

/** Select field for policies, workspaces or projects. The service searches them by name. */
export function CandidateSelect({ organization, members, none, ...props }: CandidateSelectProps) {
  const { data = [], search } = useCandidates((text) => candidatesQuery(organization, members, text), none);
  return <SearchSelect {...props} search={search} candidates={data} />;
}
