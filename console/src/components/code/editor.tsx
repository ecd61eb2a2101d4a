// Code editor that marks the problems found by a check. `CodeEditor` in `code.tsx` loads this file on demand.
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { inputCompletion } from './completion.ts';
import { type Lines, lineMarks } from './line-marks.ts';
import { codeSetup, editable } from './setup.ts';

/** A problem in the code. If its location is unknown, `row` and `column` are null. */
export interface CodeProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Line number, starting at 1. */
  readonly row: number | null;
  readonly column: number | null;
  readonly hint: string | null;
}

export interface CodeEditorProps {
  /** Label of the code for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Checks the code. Called when the user stops typing. Each rendering may pass a different function. */
  readonly check?: (value: string) => Promise<readonly CodeProblem[]>;
  /** Lines to mark in the gutter, because they contain expressions that were true for an input. */
  readonly trueLines?: readonly Lines[];
  /**
   * Structure of the policy input, such as `plan` or `raw`. It determines the completions. If absent, there is no
   * completion.
   */
  readonly inputForm?: string;
  /** The editor stores a handle in this reference. With the handle, the page can move the cursor. */
  readonly handle?: RefObject<EditorHandle | null>;
}

export interface EditorHandle {
  readonly goTo: (row: number, column: number) => void;
}

const offsetOf = (text: Text, row: number, column: number): number => {
  const line = text.line(Math.min(Math.max(row, 1), text.lines));
  return Math.min(line.from + Math.max(column - 1, 0), line.to);
};

/**
 * Converts a problem to an editor diagnostic. It covers the word at the problem's location, or is on the first line if
 * there is no location.
 */
const diagnosticOf = (text: Text, { severity, message, row, column, hint }: CodeProblem): Diagnostic => {
  const from = offsetOf(text, row ?? 1, column ?? 1);
  const { to: end } = text.lineAt(from);
  const word = /^[\w.]+/.exec(text.sliceString(from, end))?.[0].length ?? 1;
  const to = Math.min(from + word, end);
  return { from, to, severity, message: hint === null ? message : `${message}. ${hint}` };
};

const goTo = (view: EditorView, row: number, column: number): void => {
  const anchor = offsetOf(view.state.doc, row, column);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
};

type Latest = RefObject<Pick<CodeEditorProps, 'onChange' | 'check'>>;

const checking = (latest: Latest) =>
  linter(
    async ({ state: { doc } }) => {
      const problems = (await latest.current.check?.(doc.toString())) ?? [];
      return problems.map((problem) => diagnosticOf(doc, problem));
    },
    { delay: 500 },
  );

const trueMark = {
  sign: '✓',
  title: 'This line matched the plan',
  className: 'cm-trueMark',
  color: 'light-dark(#14532d, #8fd6a8)',
};

const none: readonly Lines[] = [];

/** Compartment for the gutter marks, so that they can be replaced without creating a new editor. */
const marked = new Compartment();

export function Editor({ label, value, onChange, check, trueLines = none, inputForm, handle }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const first = useRef(value);
  const latest: Latest = useRef({ onChange, ...(check && { check }) });
  latest.current = { onChange, ...(check && { check }) };
  useEffect(() => {
    if (place.current === null) return undefined;
    const listener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange(state.doc.toString());
    });
    const linting = [lintGutter(), checking(latest), keymap.of(lintKeymap)];
    const completing = inputForm === undefined ? [] : inputCompletion(inputForm);
    const extensions = [marked.of([]), completing, codeSetup(label), editable, linting, listener];
    const created = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions }),
    });
    view.current = created;
    if (handle !== undefined) handle.current = { goTo: (row, column) => goTo(created, row, column) };
    return () => created.destroy();
  }, [label, inputForm, handle]);
  useEffect(() => {
    const { current } = view;
    if (current === null || current.state.doc.toString() === value) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const marks = trueLines.length === 0 ? [] : lineMarks(trueLines, trueMark);
    view.current?.dispatch({ effects: marked.reconfigure(marks) });
  }, [trueLines]);
  return <div ref={place} />;
}
