import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFirstLoad } from './first-load.ts';
import { LoadingRows } from './loading-rows.tsx';

interface TogetherProps {
  readonly gap?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** Parts of a page, which come together, so that none moves another. */
export function Together({ gap = 'xl', children }: TogetherProps) {
  const isWaiting = useFirstLoad() === 'waiting';
  return (
    <>
      {isWaiting && <LoadingRows />}
      <Stack gap={gap} {...(isWaiting && { display: 'none' })}>
        {children}
      </Stack>
    </>
  );
}
