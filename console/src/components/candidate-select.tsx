import { Select, type SelectProps } from '@mantine/core';
import { candidatesQuery, type Members } from '../api/policy-sets.ts';
import { useCandidates } from './use-candidates.ts';

interface CandidateSelectProps extends Omit<SelectProps, 'data' | 'nothingFoundMessage'> {
  readonly organization: string;
  readonly members: Members;
  /** Text that is shown if no name matches. */
  readonly none: string;
  /** Whether a choice triggers an action, such as adding the record. The field is then cleared. */
  readonly isEmptiedOnChoice?: boolean;
}

/** Select field for policies, workspaces or projects. The service searches them by name. */
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
