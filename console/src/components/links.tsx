// Router links with the design of the component library.
import { Anchor, type AnchorProps, Button, type ButtonProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type LinkAttributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

export const PageLink = createLink((props: LinkAttributes & AnchorProps) => <Anchor {...props} />);

export const ButtonLink = createLink((props: LinkAttributes & ButtonProps) => <Button component="a" {...props} />);

export const NavigationLink = createLink((props: LinkAttributes & NavLinkProps) => <NavLink {...props} />);

interface EvaluationLinkProps extends AnchorProps {
  readonly organization: string;
  readonly evaluation: string;
  readonly title?: string;
  readonly children: ReactNode;
}

/** Link to the page of an evaluation. */
export const EvaluationLink = ({ organization, evaluation, ...props }: EvaluationLinkProps) => (
  <PageLink
    to="/app/organizations/$organization/evaluations/$evaluation"
    params={{ organization, evaluation }}
    {...props}
  />
);
