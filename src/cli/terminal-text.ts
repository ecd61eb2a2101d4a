// Texts of others in what people read: nothing in them controls a terminal, or the runner of a pipeline that shows the output.
import { visible, visibleLine } from '../lib/text.ts';

/** Where GitHub's runner finds a command: `::` at the beginning of a line, `##[` anywhere in it. */
const commandMark = /:(?=:)(?<=^\s*:)|#(?=#\[)/gm;

/** Lines of a terminal or of a log, whatever they contain. */
export const terminalText = (text: string): string =>
  visible(text).replaceAll(commandMark, (mark) => (mark === ':' ? '\\u003a' : '\\u0023'));

/** The same of a sentence, as one line. */
export const terminalLine = (sentence: string): string => terminalText(visibleLine(sentence));
