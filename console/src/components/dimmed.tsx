import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A small, dimmed text that supplements other content. */
export const Dimmed = (props: TextProps & { readonly role?: 'status'; readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
);
