import { readProgramFile } from '../../../kernel/program-files.ts';
import { errorCode } from '../../../lib/errors/error-code.ts';
import { type Action, CommandFailed } from '../../terminal/command.ts';

export const licenses: Action = async () => {
  const text = noticesOfRelease();
  return { text: text.trimEnd(), json: { licenses: text } };
};

function noticesOfRelease(): string {
  try {
    return readProgramFile('THIRD-PARTY-NOTICES.txt').toString('utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new CommandFailed(
      'A clone has no list of licenses: "npm run release -- inventory" writes release/THIRD-PARTY-NOTICES.txt.',
    );
  }
}
