// Tooltip that shows the exact time for a relative time.
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface ExactTimeProps {
  readonly exact: string;
  /** Element that shows the tooltip when the pointer is over it. */
  readonly children: ReactElement;
}

export const ExactTime = ({ exact, children }: ExactTimeProps) => (
  <Tooltip label={exact} events={{ hover: true, focus: false, touch: true }} defaultOpened>
    {children}
  </Tooltip>
);
