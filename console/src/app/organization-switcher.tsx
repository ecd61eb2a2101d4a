// Menu for switching to another organization.
import { Button, Combobox, Text, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { organizationsQuery } from '../api/organizations.ts';
import { noCandidatesText } from '../components/use-candidates.ts';
import { useCurrentOrganization } from './current-organization.ts';

interface OptionsProps {
  readonly names: readonly string[];
  readonly current: string | undefined;
  /** Text that is shown if there are no organizations. */
  readonly none: string;
}

const Options = ({ names, current, none }: OptionsProps) => (
  <>
    <Combobox.Options aria-label="Organizations" mah={300} style={{ overflowY: 'auto' }}>
      {names.map((name) => (
        <Combobox.Option key={name} value={name} active={name === current}>
          {name}
        </Combobox.Option>
      ))}
    </Combobox.Options>
    {names.length === 0 && <Combobox.Empty>{none}</Combobox.Empty>}
  </>
);

export function OrganizationSwitcher() {
  const current = useCurrentOrganization().organization?.id;
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => setSearch(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const open = combobox.openDropdown;
  useEffect(() => open(), [open]);
  const query = useQuery({
    ...organizationsQuery(search === '' ? {} : { q: search }),
    enabled: combobox.dropdownOpened || current === undefined,
  });
  const names = (query.data?.data ?? []).map(({ id }) => id);
  const choose = (name: string) => {
    combobox.closeDropdown();
    void navigate({ to: `/app/organizations/${encodeURIComponent(name)}` });
  };
  return (
    <Combobox store={combobox} width={280} position="bottom-start" onOptionSubmit={choose}>
      <Combobox.Target targetType="button">
        <Button
          variant="default"
          size="sm"
          fullWidth
          justify="space-between"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => combobox.toggleDropdown()}
        >
          <Text span inherit truncate>
            {current ?? 'Organizations'}
          </Text>
          <VisuallyHidden component="span">Choose an organization</VisuallyHidden>
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          placeholder="Search"
          aria-label="Search organizations"
        />
        <Options names={names} current={current} none={noCandidatesText(query, 'No results.')} />
      </Combobox.Dropdown>
    </Combobox>
  );
}
