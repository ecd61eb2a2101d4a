import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A small text that explains or adds to what stands beside it. */
export const Dimmed = (props: TextProps & { readonly role?: 'status'; readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
);
