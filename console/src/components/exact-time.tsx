// The exact time over a relative one.
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface ExactTimeProps {
  readonly exact: string;
  /** The element that the pointer is over. */
  readonly children: ReactElement;
}

export const ExactTime = ({ exact, children }: ExactTimeProps) => (
  <Tooltip label={exact} events={{ hover: true, focus: false, touch: true }} defaultOpened>
    {children}
  </Tooltip>
);
