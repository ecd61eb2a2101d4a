// Asks the user at a terminal.
import { createInterface } from 'node:readline';
import { memoizeByArguments } from '../../lib/functions/memoize.ts';
import { CommandFailed } from './command.ts';
import { terminalLine } from './terminal-text.ts';

/** Input and output that may be connected to a terminal. */
interface Streams {
  readonly stdin: NodeJS.ReadableStream;
  readonly stderr: NodeJS.WritableStream;
}

export interface Questions extends Disposable {
  /** Whether a person can answer: input and messages are connected to a terminal. */
  readonly isAnswerable: boolean;
  /** Writes a question to standard error, and reads one line as the answer. Throws `CommandFailed` if there is none. */
  readonly ask: (question: string) => Promise<string>;
}

const isTerminal = (stream: object): boolean => Reflect.get(stream, 'isTTY') === true;

/** Returns the questions of one command. Disposing them lets the process end. */
export function questionsOn({ stdin, stderr }: Streams): Questions {
  const closing = new DisposableStack();
  // One reader gets all answers, because a reader that is closed loses the lines that it has already received. The
  // reader does not control the terminal, so the terminal itself handles editing and Ctrl-C.
  const lines = memoizeByArguments(() =>
    closing.adopt(createInterface({ input: stdin }), (reader) => reader.close())[Symbol.asyncIterator](),
  );
  const ask = async (question: string): Promise<string> => {
    stderr.write(`${terminalLine(question)} `);
    const { value, done } = await lines().next();
    if (done === true) {
      stderr.write('\n');
      throw new CommandFailed('The question was not answered: nothing was done.');
    }
    return value.trim();
  };
  return {
    isAnswerable: isTerminal(stdin) && isTerminal(stderr),
    ask,
    [Symbol.dispose]: () => closing.dispose(),
  };
}
