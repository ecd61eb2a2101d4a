// The pages for people who have policies for another system: every block is a file, a command, or what the command prints.
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tipstaff } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = join(root, 'docs/coming-from');

const file = /^`([\w./-]+)`:\n\n```(?:rego|yaml|hcl)\n([\s\S]*?)^```$/gm;
const example = /^```bash\ntipstaff (.*)\n```\n\n```text\n([\s\S]*?)^exit status (\d)\n```$/gm;

const home = process.cwd();
after(() => process.chdir(home));

/** Writes the files of a page into a folder that has the examples, and goes there. */
async function layOut(folder: string, page: string): Promise<number> {
  await cp(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
  const files = [...page.matchAll(file)];
  for (const [, path = '', text = ''] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  process.chdir(folder);
  return files.length;
}

for (const name of await readdir(pages)) {
  test(`The page ${name} is true, block by block`, async () => {
    const page = await readFile(join(pages, name), 'utf8');
    await using folder = await temporaryFolder();

    const fileCount = await layOut(folder.path, page);
    const examples = [...page.matchAll(example)];

    assert.equal(page.match(/^```/gm)?.length, 2 * fileCount + 4 * examples.length, 'a block of another kind');
    assert.ok(examples.length >= 2);
    for (const [, words = '', output, status] of examples) {
      const { code, stdout, stderr } = await tipstaff(words.split(' '));
      assert.equal(stdout, output, `${words}: ${stderr}`);
      assert.equal(code, Number(status), words);
    }
  });
}
