import { Select, type SelectProps } from '@mantine/core';
import type { useCandidates } from './use-candidates.ts';

/** Properties of a select field whose options the service searches. */
export interface SearchSelectProps extends Omit<SelectProps, 'data' | 'nothingFoundMessage'> {
  /** Whether a choice triggers an action, such as adding the record. The field is then cleared. */
  readonly isEmptiedOnChoice?: boolean;
}

interface Found {
  readonly search: ReturnType<typeof useCandidates>['search'];
  readonly candidates: readonly { readonly id: string; readonly name: string }[];
}

/** Select field for records that the service searches by name; see `useCandidates`. */
export function SearchSelect({
  search,
  candidates,
  isEmptiedOnChoice = false,
  onChange,
  ...props
}: SearchSelectProps & Found) {
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
      data={candidates.map(({ id, name }) => ({ value: id, label: name }))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
