import { Command } from 'commander';
import { serve } from './commands/serve.ts';

export const runCommandLine = async (words: readonly string[]): Promise<number> => {
  const program = new Command('reeve');
  program.command('serve').action(serve);
  await program.parseAsync([...words], { from: 'user' });
  return 0;
};
