import { Anchor } from '@mantine/core';

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Shows a user-supplied address as a link if it is an HTTP or HTTPS URL, and otherwise as plain text. */
export const WebLink = ({ address, children = address }: { readonly address: string; readonly children?: string }) =>
  isWeb(address) ? (
    <Anchor href={address} rel="nofollow noopener noreferrer" inherit style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{children === address ? address : `${children}: ${address}`}</span>
  );
