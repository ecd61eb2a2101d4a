import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery } from '../api/account.ts';
import { t } from '../texts/common.ts';
import { postTo } from './post.ts';

const schemes = ['light', 'dark', 'auto'] as const;

/** Menu with the name of the account, the colour scheme, and the way out. */
export function AccountMenu() {
  const { data } = useQuery(accountQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const username = data?.data.attributes.username ?? '';
  const labels = { light: t.light, dark: t.dark, auto: t.system };
  return (
    <Menu defaultOpened position="bottom-end" width={260} closeOnItemClick>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={t.signedInAs(username)}>
          <IconUserCircle size={24} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.signedInAs(username)}</Menu.Label>
        <Menu.Item leftSection={<IconUser size={16} aria-hidden />} onClick={() => void navigate({ to: '/app/me' })}>
          {t.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t.colours}</Menu.Label>
        <Menu.RadioGroup
          aria-label={t.colours}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((each) => each === value) ?? 'auto')}
        >
          {schemes.map((value) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {labels[value]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => postTo('/sign-out')}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
