// Editors and comparisons of code. What they consist of is loaded when the first one is shown.
import { lazy, Suspense } from 'react';
import { LoadingRows } from '../data-table.tsx';
import type { CodeComparisonProps } from './comparison.tsx';
import type { CodeEditorProps } from './editor.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));
const Comparison = lazy(async () => ({ default: (await import('./comparison.tsx')).Comparison }));

export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<LoadingRows />}>
    <Editor {...props} />
  </Suspense>
);

export const CodeComparison = (props: CodeComparisonProps) => (
  <Suspense fallback={<LoadingRows />}>
    <Comparison {...props} />
  </Suspense>
);
