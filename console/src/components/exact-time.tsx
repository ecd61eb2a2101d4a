// Tooltip with the exact time, shown for a relative time.
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

interface ExactTimeProps {
  readonly exact: string;
  /** Element that shows the tooltip on hover. */
  readonly children: ReactElement;
}

export const ExactTime = ({ exact, children }: ExactTimeProps) => (
  <Tooltip label={exact} events={{ hover: true, focus: false, touch: true }} defaultOpened>
    {children}
  </Tooltip>
);
