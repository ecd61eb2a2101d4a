import { Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';

interface FoldProps {
  readonly summary: string;
  /** Findings in the collapsed content. It opens if the URL names one of them. */
  readonly findings: readonly { readonly id: string }[];
  /** Whether the content is expanded initially. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** Collapsible findings. They are rendered only while they are expanded, because an evaluation can have thousands. */
export function Fold({ summary, findings, isOpen: opens = false, children }: FoldProps) {
  const isLinked = useLocation({ select: ({ hash }) => findings.some(({ id }) => id === hash) });
  const [isOpen, setOpen] = useState(opens || isLinked);
  useEffect(() => {
    if (opens || isLinked) setOpen(true);
  }, [opens, isLinked]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Text component="summary" size="sm">
        {summary}
      </Text>
      {isOpen && children}
    </details>
  );
}
