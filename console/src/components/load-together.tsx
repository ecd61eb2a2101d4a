import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFirstLoad } from './first-load.ts';
import { LoadingRows } from './loading-rows.tsx';

interface TogetherProps {
  readonly gap?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** Shows its children when all of them have been loaded, so that no child moves another child. */
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
