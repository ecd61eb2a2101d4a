import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface MoreButtonProps {
  /** Label of the button. */
  readonly children: ReactNode;
  /** Error of the last attempt to load more rows. Null if there is none. */
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly onMore: () => unknown;
}

/**
 * Button below a list that loads more rows. If this fails, the error and a retry button are shown instead. While the
 * rows are loading, the button keeps the focus. The attribute “disabled” would remove the focus.
 */
export const MoreButton = ({ children, error, isLoading, onMore }: MoreButtonProps) =>
  error !== null && !isLoading ? (
    <Failure error={error} onRetry={onMore} />
  ) : (
    <Group>
      <Button
        size="xs"
        variant="default"
        data-screen-only
        aria-disabled={isLoading}
        data-disabled={isLoading}
        onClick={() => !isLoading && void onMore()}
      >
        {children}
      </Button>
    </Group>
  );
