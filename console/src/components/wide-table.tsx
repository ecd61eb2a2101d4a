import { Table, type TableProps } from '@mantine/core';

interface WideTableProps extends TableProps {
  /** Label of the table for screen readers. */
  readonly label: string;
  /** Width in pixels. On narrower screens the table can be scrolled horizontally. */
  readonly minWidth: number;
}

/** Table that can be scrolled horizontally on narrow screens, with the pointer or the keyboard. */
export const WideTable = ({ label, minWidth, ...props }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
  >
    <Table aria-label={label} verticalSpacing="xs" {...props} />
  </Table.ScrollContainer>
);
