import { Skeleton, Stack } from '@mantine/core';

/** Placeholder that is shown while rows are loading. */
export function LoadingRows() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading…">
      {[0, 1, 2, 3, 4].map((each) => (
        <Skeleton key={each} height={36} />
      ))}
    </Stack>
  );
}
