// Field for several teams, workspaces or projects. The service searches them by name.
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import type { DefaultError, QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { Named } from '../../api/workspaces.ts';
import { useCandidates } from '../../components/use-candidates.ts';

interface NamedChoiceProps<Answer, Key extends QueryKey> extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  readonly picked: readonly Named[];
  readonly onPick: (picked: readonly Named[]) => void;
  readonly queryOf: (text: string) => UseQueryOptions<Answer, DefaultError, Answer, Key>;
  readonly namedIn: (answer: Answer) => readonly Named[];
  /** Text that is shown if no name matches. */
  readonly none: string;
}

export function NamedChoice<Answer, Key extends QueryKey>(props: NamedChoiceProps<Answer, Key>) {
  const { picked, onPick, queryOf, namedIn, none, ...field } = props;
  const { data, search } = useCandidates(queryOf, none);
  const found = data === undefined ? [] : namedIn(data);
  // Picked records stay options when the search text no longer finds them, because the field shows their names.
  const options = new Map([...picked, ...found].map((each) => [each.id, each]));
  const pick = (ids: readonly string[]) => {
    search.onSearchChange('');
    onPick(ids.flatMap((id) => options.get(id) ?? []));
  };
  return (
    <MultiSelect
      {...field}
      {...search}
      hidePickedOptions
      value={picked.map(({ id }) => id)}
      onChange={pick}
      data={[...options.values()].map(({ id, name }) => ({ value: id, label: name }))}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
