import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boot } from '../api/boot.ts';
import { cssVariables, theme } from './theme.ts';

interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

export function Providers({ queryClient, children }: ProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => boot.nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider modalProps={{ centered: true }}>
          <Notifications position="bottom-right" />
          {children}
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
