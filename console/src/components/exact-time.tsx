// Tooltip that shows the exact time for a relative time.
import { Tooltip } from '@mantine/core';

interface ExactTimeProps {
  readonly exact: string;
  /** Element at which the tooltip is shown. */
  readonly target: HTMLElement;
}

export const ExactTime = ({ exact, target }: ExactTimeProps) => <Tooltip label={exact} target={target} opened />;
