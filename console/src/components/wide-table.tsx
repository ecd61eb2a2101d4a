import { Table, type TableProps } from '@mantine/core';

interface WideTableProps extends TableProps {
  /** Name of the table, for screen readers. */
  readonly label: string;
  /** In pixels. */
  readonly minWidth: number;
}

/** Table that scrolls sideways on a narrower screen, by the keyboard as well. */
export const WideTable = ({ label, minWidth, ...props }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
  >
    <Table aria-label={label} verticalSpacing="xs" {...props} />
  </Table.ScrollContainer>
);
