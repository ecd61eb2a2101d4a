import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { candidatesQuery, type Members } from '../api/policy-sets.ts';
import { noCandidatesText } from './no-candidates.ts';

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
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 250);
  const query = useQuery(candidatesQuery(organization, members, wanted));
  const { data = [] } = query;
  const choose: SelectProps['onChange'] = (id, option) => {
    if (isEmptiedOnChoice) setText('');
    onChange?.(id, option);
  };
  return (
    <Select
      {...props}
      {...(isEmptiedOnChoice && { value: null })}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onChange={choose}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
      nothingFoundMessage={noCandidatesText(query, text !== wanted, none)}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
