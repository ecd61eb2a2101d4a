// Read-only code with gutter marks at lines that no test covers. `CodeCoverage` in `code.tsx` loads this file on
// demand.
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { type Lines, lineMarks } from './line-marks.ts';
import { codeSetup, readOnly } from './setup.ts';

export interface CodeCoverageProps {
  /** Label of the code for screen readers. */
  readonly label: string;
  readonly code: string;
  readonly missed: readonly Lines[];
}

const missedMark = {
  sign: '✗',
  title: 'No test covers this line',
  className: 'cm-missedMark',
  color: 'light-dark(#9b1c1c, #f7a3a3)',
};

export function Coverage({ label, code, missed }: CodeCoverageProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    const extensions = [lineMarks(missed, missedMark), codeSetup(label), readOnly];
    const view = new EditorView({ parent: place.current, state: EditorState.create({ doc: code, extensions }) });
    return () => view.destroy();
  }, [label, code, missed]);
  return <div ref={place} />;
}
