// Comparison of two texts, side by side or, on narrow screens, in one column. `CodeComparison` in `code.tsx` loads this
// file on demand.
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { codeSetup, readOnly } from './setup.ts';

export interface CodeComparisonProps {
  readonly before: string;
  readonly after: string;
  /** Labels of the two texts for screen readers. */
  readonly beforeLabel: string;
  readonly afterLabel: string;
}

const unchanged = { margin: 3, minSize: 6 };

const sideBySide = (parent: HTMLElement, { before, after, beforeLabel, afterLabel }: CodeComparisonProps): MergeView =>
  new MergeView({
    parent,
    a: { doc: before, extensions: [codeSetup(beforeLabel), readOnly] },
    b: { doc: after, extensions: [codeSetup(afterLabel), readOnly] },
    collapseUnchanged: unchanged,
    gutter: true,
  });

const inOne = (parent: HTMLElement, { before, after, afterLabel }: CodeComparisonProps): EditorView =>
  new EditorView({
    parent,
    state: EditorState.create({
      doc: after,
      extensions: [
        codeSetup(afterLabel),
        readOnly,
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: unchanged }),
      ],
    }),
  });

export function Comparison(props: CodeComparisonProps) {
  const { before, after, beforeLabel, afterLabel } = props;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const texts = { before, after, beforeLabel, afterLabel };
    const view = isNarrow ? inOne(place.current, texts) : sideBySide(place.current, texts);
    return () => view.destroy();
  }, [before, after, beforeLabel, afterLabel, isNarrow]);
  return <div ref={place} />;
}
