import { visibleLine } from '../lib/text.ts';

/** Where GitHub's runner finds a command: `::` at the beginning of a line, `##[` anywhere in it. */
const commandMark = /(?<=^\s*):(?=:)|#(?=#\[)/g;

/** A sentence as one line of a terminal or of a log, whatever the texts in it contain. */
export const terminalLine = (sentence: string): string =>
  visibleLine(sentence).replaceAll(commandMark, (mark) => (mark === ':' ? '\\u003a' : '\\u0023'));
