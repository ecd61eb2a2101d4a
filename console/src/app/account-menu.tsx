import { ActionIcon, Menu, type MenuItemProps, useMantineColorScheme } from '@mantine/core';
import { IconBook, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import { accountQuery } from '../api/account.ts';
import { pathTo } from '../api/boot.ts';
import type { ShownEntry, ShownGroups } from './area.ts';
import { schemeLabels, schemes } from './color-schemes.ts';
import { postTo } from './post.ts';

type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'>;

const MenuLink = createLink((props: LinkAttributes & MenuItemProps) => <Menu.Item component="a" {...props} />);

const Links = ({ entries }: { readonly entries: readonly ShownEntry[] }) =>
  entries.map(({ label, icon: Shape, path }) => (
    <MenuLink key={path} to={path} leftSection={<Shape size={16} aria-hidden />}>
      {label}
    </MenuLink>
  ));

const ColorSchemes = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Color scheme</Menu.Label>
      <Menu.RadioGroup
        aria-label="Color scheme"
        value={colorScheme}
        onChange={(value) => setColorScheme(schemes.find((each) => each === value) ?? 'auto')}
      >
        {schemes.map((value) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {schemeLabels[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
};

/**
 * Menu of the signed-in user. It links to the account pages and to pages outside of organizations, switches the color
 * scheme and signs out.
 */
export function AccountMenu({ groups }: { readonly groups: ShownGroups | undefined }) {
  const { data } = useQuery(accountQuery);
  const username = data?.data.attributes.username ?? '';
  return (
    <Menu defaultOpened position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={`Signed in as ${username}`}>
          <IconUserCircle size={24} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{`Signed in as ${username}`}</Menu.Label>
        <Links entries={groups?.account.entries ?? []} />
        <Menu.Divider />
        <Links entries={groups?.general.entries ?? []} />
        <Menu.Item component="a" href={pathTo('/docs/')} leftSection={<IconBook size={16} aria-hidden />}>
          Documentation
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemes />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => postTo('/sign-out')}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
