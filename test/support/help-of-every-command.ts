// Script for a child process. It shows the help of every command and prints the modules that Node.js loaded for it.
import { registerHooks } from 'node:module';
import { Readable, Writable } from 'node:stream';

const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});

const { runCommandLine } = await import('../../src/cli/main.ts');
const { commands, groups } = await import('../../src/cli/commands/index.ts');

const helpOf = async (words: readonly string[]): Promise<string> => {
  const texts: string[] = [];
  const stdout = new Writable({
    write: (text, _encoding, done) => {
      texts.push(String(text));
      done();
    },
  });
  const code = await runCommandLine([...words, '--help'], {
    environment: {},
    stdin: Readable.from([]),
    stdout,
    stderr: stdout,
  });
  if (code !== 0) throw new Error(`${words.join(' ')} --help ended with ${code}`);
  return texts.join('');
};

const usages = commands.map(({ declaration }) => declaration.usage.split(' ').filter((word) => !/^[<[]/.test(word)));
const helps: Record<string, string> = {};
for (const words of [[], ...Object.keys(groups).map((group) => [group]), ...usages])
  helps[words.join(' ')] = await helpOf(words);
process.stdout.write(JSON.stringify({ helps, loaded }));
