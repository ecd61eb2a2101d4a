import { Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { LoadingRows } from '../../components/loading-rows.tsx';

const Recent = lazy(async () => ({ default: (await import('./recent.tsx')).Recent }));

/** Latest audit events of the instance, for site administrators. They are loaded when the user opens them. */
export const Activity = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary">Recent activity</Text>
      <Stack gap="sm" pt="sm" align="flex-start">
        {isOpen && (
          <Suspense fallback={<LoadingRows />}>
            <Recent />
          </Suspense>
        )}
      </Stack>
    </details>
  );
};
