import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import type { User } from '../../../api/users.ts';
import { actsOf, type UserAct } from './acts.tsx';

interface EntriesProps {
  readonly acts: readonly UserAct[];
}

const Entries = ({ acts }: EntriesProps) =>
  acts.map(({ label, isDangerous = false, run }) => (
    <Menu.Item key={label} onClick={run} {...(isDangerous && { c: 'var(--mantine-color-error)' })}>
      {label}
    </Menu.Item>
  ));

interface UserMenuProps {
  readonly user: User;
  /** Whether the menu button has a text instead of three dots. */
  readonly isLabelled?: boolean;
  readonly onDeleted?: () => unknown;
}

export function UserMenu({ user, isLabelled = false, onDeleted }: UserMenuProps) {
  const acts = actsOf(user, onDeleted);
  const label = `Actions for ${user.attributes.username}`;
  if (acts.length === 0) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        {isLabelled ? (
          <Button variant="default" aria-label={label} rightSection={<IconChevronDown size={14} aria-hidden />}>
            Actions
          </Button>
        ) : (
          <ActionIcon variant="subtle" aria-label={label}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Entries acts={acts} />
      </Menu.Dropdown>
    </Menu>
  );
}
