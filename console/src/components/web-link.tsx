import { Anchor } from '@mantine/core';

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** Shows an address that a user entered. An HTTP or HTTPS URL becomes a link, any other text is shown as plain text. */
export const WebLink = ({ address, children = address }: { readonly address: string; readonly children?: string }) =>
  isWeb(address) ? (
    <Anchor href={address} rel="nofollow noopener noreferrer" inherit style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{children === address ? address : `${children}: ${address}`}</span>
  );
