// Code editors and code comparisons. The editor library is loaded when a page first shows one of them.
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../loading-rows.tsx';
import type { CodeComparisonProps } from './comparison.tsx';
import type { CodeCoverageProps } from './coverage.tsx';
import type { CodeEditorProps } from './editor.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));
const Coverage = lazy(async () => ({ default: (await import('./coverage.tsx')).Coverage }));

/** Height of an editor with a few lines, in CSS pixels. The minimum height is in `setup.ts`. */
const editorHeight = 322;

export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<Skeleton height={editorHeight} role="status" aria-label="Loading…" />}>
    <Editor {...props} />
  </Suspense>
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
