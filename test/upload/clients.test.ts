// Common HTTP clients can read the error response to an upload that is too large, however they send the body.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { sendRaw } from '../support/raw.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { engines, type Home, openWorld, type World } from '../support/world.ts';

const run = promisify(execFile);
const tooLarge = 10 * 1_048_576 + 1;

interface Target {
  readonly url: string;
  readonly path: string;
  readonly token: string;
  /** Path of a file that is one byte too large, and of a folder for the client's other files. */
  readonly file: string;
  readonly folder: string;
}

const curl = async ({ url, path, token, file }: Target, isChunked: boolean): Promise<string> => {
  const framing = isChunked ? ['-H', 'Transfer-Encoding: chunked'] : [];
  const head = ['-sS', '-X', 'PUT', '-H', `Authorization: Bearer ${token}`, '-H', 'Expect:', ...framing];
  const { stdout } = await run('curl', [...head, '--data-binary', `@${file}`, url + path]);
  return stdout;
};

const goProgram = `package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	file, err := os.Open(os.Args[3])
	if err != nil {
		panic(err)
	}
	request, _ := http.NewRequest("PUT", os.Args[1], file)
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	if os.Args[4] == "announced" {
		info, _ := file.Stat()
		request.ContentLength = info.Size()
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Print(string(body))
}
`;

const go = async ({ url, path, token, file, folder }: Target, isChunked: boolean): Promise<string> => {
  const program = join(folder, 'upload.go');
  await writeFile(program, goProgram);
  const framing = isChunked ? 'chunked' : 'announced';
  const { stdout } = await run('go', ['run', program, url + path, token, file, framing]);
  return stdout;
};

const node = async ({ url, path, token }: Target, isChunked: boolean): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const { bytes } = await sendRaw(url, { method: 'PUT', path, headers, body: Buffer.alloc(tooLarge), isChunked });
  return bytes.toString('utf8');
};

const fetched = async ({ url, path, token }: Target, isChunked: boolean): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  const bytes = new Uint8Array(tooLarge);
  const body = isChunked ? new Blob([bytes]).stream() : bytes;
  return (await fetch(url + path, { method: 'PUT', headers, body, duplex: 'half' })).text();
};

const clients = { curl, 'Node http': node, 'Node fetch': fetched, Go: go };

const isThere = async (command: string, word: string): Promise<boolean> => {
  try {
    await run(command, [word]);
    return true;
  } catch {
    return false;
  }
};

/** Returns the HTTP clients that this machine has. Clients based on Node.js are always available. */
const clientsHere = async (t: TestContext) => {
  const missing = new Set<string>();
  if (!(await isThere('curl', '--version'))) missing.add('curl');
  if (!(await isThere('go', 'version'))) missing.add('Go');
  for (const name of missing) t.diagnostic(`${name} is not on this machine; its part was not played`);
  return Object.entries(clients).filter(([name]) => !missing.has(name));
};

const targetIn = async ({ url }: World, { client, name, owner }: Home, folder: string): Promise<Target> => {
  const attributes = { name: 'policy', kind: 'opa', 'enforcement-level': 'advisory' };
  const answer = await client.post(`/organizations/${name}/policies`, { data: { type: 'policies', attributes } });
  const file = join(folder, 'code');
  await writeFile(file, Buffer.alloc(tooLarge));
  return { url, path: `/api/v2/policies/${answer.body.data.id}/upload`, token: owner.token, file, folder };
};

for (const engine of engines) {
  test(`Common clients can read why a body of 10 MiB and one byte is refused (${engine})`, async (t) => {
    await using folder = await temporaryFolder();
    await using world = await openWorld(engine);
    const target = await targetIn(world, await world.home(), folder.path);

    for (const [name, upload] of await clientsHere(t)) {
      for (const isChunked of [false, true]) {
        const read = await upload(target, isChunked);

        assert.match(read, /"title":"payload too large"/, `${name}, ${isChunked ? 'chunked' : 'announced'}`);
      }
    }
  });
}

for (const engine of engines) {
  test(`A client that expects 100 (Continue) sends nothing of a body that is too large (${engine})`, async (t) => {
    if (!(await isThere('curl', '--version'))) return t.skip('curl is not on this machine');
    await using folder = await temporaryFolder();
    await using world = await openWorld(engine);
    const { url, path, token, file } = await targetIn(world, await world.home(), folder.path);
    const small = join(folder.path, 'small');
    await writeFile(small, Buffer.alloc(2_000_000));
    const put = async (body: string) => {
      const head = ['-sS', '-X', 'PUT', '-H', `Authorization: Bearer ${token}`, '-H', 'Expect: 100-continue'];
      const measured = [
        '--expect100-timeout',
        '600',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code} %{size_upload} %{time_total}',
      ];
      const { stdout } = await run('curl', [...head, ...measured, '--data-binary', `@${body}`, url + path]);
      return stdout.split(' ').map(Number);
    };

    const [refused, sent, seconds = 0] = await put(file);
    const taken = await put(small);

    assert.deepEqual([refused, sent], [413, 0]);
    assert.ok(seconds < 300, `after ${seconds} s`);
    assert.deepEqual(taken.slice(0, 2), [200, 2_000_000]);
  });
}
