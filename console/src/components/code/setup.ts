// Common configuration of all code editors: colors in both color schemes, and key bindings.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { boot } from '../../api/boot.ts';
import { rego } from './rego.ts';

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: 'light-dark(#7a2a8c, #d9a4e8)' },
  { tag: [tags.atom, tags.number], color: 'light-dark(#8a3d00, #f0b27a)' },
  { tag: tags.string, color: 'light-dark(#1b6437, #8fd6a8)' },
  { tag: tags.comment, color: 'light-dark(#4b5768, #a9b4c4)', fontStyle: 'italic' },
  { tag: tags.standard(tags.variableName), color: 'light-dark(#1d4f91, #8ab8f5)' },
  { tag: tags.function(tags.variableName), color: 'light-dark(#0f5e6e, #7fd3e0)' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'light-dark(#ffffff, #161b24)',
    color: 'var(--mantine-color-text)',
    fontSize: '14px',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-md)',
    overflow: 'hidden',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'light-dark(#f5f7fa, #1c2330)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-activeLine': { backgroundColor: 'light-dark(#f0f5fc80, #232c3c80)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfe0f7, #2f4a70)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: 'var(--mantine-radius-sm)',
  },
  '.cm-changedLine': { backgroundColor: 'light-dark(#fdf3d9, #3a3013) !important' },
});

/** Extensions for both editors and comparisons. `label` is the label for screen readers. */
export const codeSetup = (label: string): readonly Extension[] => [
  EditorView.cspNonce.of(boot.nonce),
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  rego,
  syntaxHighlighting(colors),
  look,
  EditorState.phrases.of({ '$ unchanged lines': '$ unchanged lines' }),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
];

/**
 * Handles typing over selected text. Otherwise the browser would copy the inline style of the selected text, and the
 * content security policy forbids inline styles.
 */
const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType } = event;
    if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** Extensions for editing. The Tab key leaves the editor, so that keyboard users are not trapped in it. */
export const editable: readonly Extension[] = [
  history(),
  indentUnit.of('\t'),
  EditorState.tabSize.of(4),
  highlightActiveLine(),
  typedOver,
  EditorView.theme({ '.cm-scroller': { minHeight: '320px' } }),
  keymap.of([...defaultKeymap, ...historyKeymap]),
];

/** Extensions for read-only code. Users can focus and scroll it with the keyboard. */
export const readOnly: readonly Extension[] = [EditorState.readOnly.of(true), EditorState.tabSize.of(4)];
