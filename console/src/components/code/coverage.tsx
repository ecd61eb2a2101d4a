// Code with marks in the gutter at the lines that no test reaches. Pages load it lazily: `CodeCoverage` of `code.tsx`.
import { EditorState, RangeSet } from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { t } from '../../texts/policy-tests.ts';
import { codeSetup, readOnly } from './setup.ts';

/** Lines from the first to the last, counted from 1. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

export interface CodeCoverageProps {
  /** Names the code for screen readers. */
  readonly label: string;
  readonly code: string;
  readonly missed: readonly Lines[];
}

class Missed extends GutterMarker {
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.textContent = '✗';
    mark.title = t.missedLine;
    mark.className = 'cm-missedMark';
    return mark;
  }
}

const missedMark = new Missed();

const markedLines = (state: EditorState, missed: readonly Lines[]): RangeSet<GutterMarker> => {
  const { doc } = state;
  const numbers = missed.flatMap(({ first, last }) => {
    const end = Math.min(last, doc.lines);
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
  });
  return RangeSet.of(
    [...new Set(numbers)].sort((one, other) => one - other).map((number) => missedMark.range(doc.line(number).from)),
  );
};

const look = EditorView.theme({
  '.cm-missed .cm-gutterElement': { minWidth: '1.4em', textAlign: 'center' },
  '.cm-missedMark': { color: 'light-dark(#9b1c1c, #f7a3a3)', fontWeight: '700' },
});

export function Coverage({ label, code, missed }: CodeCoverageProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const marks = gutter({ class: 'cm-missed', markers: ({ state }) => markedLines(state, missed) });
    const extensions = [marks, codeSetup(label), readOnly, look];
    const view = new EditorView({ parent: place.current, state: EditorState.create({ doc: code, extensions }) });
    return () => view.destroy();
  }, [label, code, missed]);
  return <div ref={place} />;
}
