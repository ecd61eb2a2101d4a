import { Anchor } from '@mantine/core';

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** An address that somebody wrote: a link where it is one of http or https, else only text. */
export const WebLink = ({ address, children = address }: { readonly address: string; readonly children?: string }) =>
  isWeb(address) ? (
    <Anchor href={address} rel="nofollow noopener noreferrer" inherit style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Anchor>
  ) : (
    <span style={{ overflowWrap: 'anywhere' }}>{children === address ? address : `${children}: ${address}`}</span>
  );
