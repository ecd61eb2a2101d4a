// Code editors and code comparisons. The editor library is loaded when a page first shows one of them.
import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../loading-rows.tsx';
import type { CodeComparisonProps } from './comparison.tsx';
import type { CodeCoverageProps } from './coverage.tsx';
import type { CodeEditorProps } from './editor.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));
const Coverage = lazy(async () => ({ default: (await import('./coverage.tsx')).Coverage }));

/** Height of an editor in CSS pixels, without a horizontal scroll bar. The sizes are in `setup.ts`. */
const heightOf = (code: string): number => Math.max(320, code.split('\n').length * 21.7 + 8) + 2;

/** Reserves the height of the editor, so that the parts below it do not move when the editor has been loaded. */
export const CodeEditor = (props: CodeEditorProps) => (
  <Box mih={heightOf(props.value)}>
    <Suspense fallback={<Skeleton height={heightOf(props.value)} role="status" aria-label="Loading…" />}>
      <Editor {...props} />
    </Suspense>
  </Box>
);

export const CodeComparison = (props: CodeComparisonProps) => (
  <Suspense fallback={<LoadingRows />}>
    <Comparison {...props} />
  </Suspense>
);

export const CodeCoverage = (props: CodeCoverageProps) => (
  <Suspense fallback={<LoadingRows />}>
    <Coverage {...props} />
  </Suspense>
);
