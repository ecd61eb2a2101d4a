import { teamsQuery } from '../api/teams.ts';
import { SearchSelect, type SearchSelectProps } from './search-select.tsx';
import { useCandidates } from './use-candidates.ts';

interface TeamSelectProps extends SearchSelectProps {
  readonly organization: string;
}

/** Select field for the teams that the user can see. The service searches them by name. */
export function TeamSelect({ organization, ...props }: TeamSelectProps) {
  const { data, search } = useCandidates(
    (q) => teamsQuery(organization, q === '' ? {} : { q }),
    'No team has this name.',
  );
  const candidates = (data?.data ?? []).map(({ id, attributes }) => ({ id, name: attributes.name }));
  return <SearchSelect {...props} search={search} candidates={candidates} />;
}
