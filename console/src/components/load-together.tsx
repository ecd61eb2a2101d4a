import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFirstLoad } from './first-load.ts';
import { LoadingRows } from './loading-rows.tsx';

interface TogetherProps {
  readonly gap?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** Shows its children together after all of them have been loaded, so that none moves another one. */
export function LoadTogether({ gap = 'xl', children }: TogetherProps) {
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
