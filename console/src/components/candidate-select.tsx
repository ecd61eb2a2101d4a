import { Select, type SelectProps } from '@mantine/core';
import { candidatesQuery, type Members } from '../api/policy-sets.ts';
import { useCandidates } from './use-candidates.ts';

interface CandidateSelectProps extends Omit<SelectProps, 'data' | 'nothingFoundMessage'> {
  readonly organization: string;
  readonly members: Members;
  /** Text where nothing has the typed name. */
  readonly none: string;
  /** The choice is an act, such as adding; the field is empty for the next one. */
  readonly isEmptiedOnChoice?: boolean;
}

/** Finds policies, workspaces or projects by a part of their name, on the service. */
export function CandidateSelect({
  organization,
  members,
  none,
  isEmptiedOnChoice = false,
  onChange,
  ...props
}: CandidateSelectProps) {
  const { data = [], search } = useCandidates((text) => candidatesQuery(organization, members, text), none);
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
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
