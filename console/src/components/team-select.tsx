import { Select, type SelectProps } from '@mantine/core';
import { teamsQuery } from '../api/teams.ts';
import { useCandidates } from './use-candidates.ts';

interface TeamSelectProps extends Omit<SelectProps, 'data' | 'nothingFoundMessage'> {
  readonly organization: string;
  /** Whether a choice triggers an action, such as adding the team. The field is then cleared. */
  readonly isEmptiedOnChoice?: boolean;
}

/** Select field for the teams that the user can see. The service searches them by name. */
export function TeamSelect({ organization, isEmptiedOnChoice = false, onChange, ...props }: TeamSelectProps) {
  const { data, search } = useCandidates(
    (q) => teamsQuery(organization, q === '' ? {} : { q }),
    'No team has this name.',
  );
  const choose: SelectProps['onChange'] = (id, option) => {
    if (isEmptiedOnChoice) search.onSearchChange('');
    onChange?.(id, option);
  };
  return (
    <Select
      {...props}
      {...(isEmptiedOnChoice && { value: null })}
      {...search}
      onChange={choose}
      data={(data?.data ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
