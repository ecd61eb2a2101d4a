// Router links with the design of the component library.
import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

export const PageLink = createLink((props: LinkAttributes & AnchorProps) => <Anchor {...props} />);

export const ButtonLink = createLink((props: LinkAttributes & ButtonProps) => <Button component="a" {...props} />);

export const NavigationLink = createLink((props: LinkAttributes & NavLinkProps) => <NavLink {...props} />);
