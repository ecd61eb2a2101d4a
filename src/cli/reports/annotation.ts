// Formats workflow commands that GitHub's runner shows as annotations of a file. Texts are escaped, so that they cannot
// contain other workflow commands.
import { withoutAgentCommands } from '../terminal/terminal-text.ts';

const escapes: Readonly<Record<string, string>> = { '%': '%25', '\n': '%0A', ':': '%3A', ',': '%2C' };

const escaped = (text: string, characters: RegExp): string =>
  withoutAgentCommands(text).replaceAll(characters, (character) => escapes[character] ?? '');

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** File and line of the annotation; undefined if it belongs to no file. */
  readonly place: { readonly file: string; readonly line: number } | undefined;
  readonly title: string;
  readonly message: string;
}

export const annotationLine = ({ level, place, title, message }: Annotation): string => {
  const where = place === undefined ? '' : `file=${property(place.file)},line=${place.line},`;
  return `::${level} ${where}title=${property(title)}::${escaped(message, /[%\n]/g)}`;
};

const property = (text: string): string => escaped(text, /[%\n:,]/g);
