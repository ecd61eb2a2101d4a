// Runs a program in a separate root file system, as in a container. The program sees a minimal `/proc` and `/dev`, and
// only one other folder of this machine.
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Installation, installedProgram } from './installed.ts';
import type { Program } from './proof.ts';

const run = promisify(execFile);

export interface Rooted extends Pick<Installation, 'data' | 'variables'> {
  readonly root: string;
  /** Folder of this machine that is also mounted in the root file system, at the same path. */
  readonly shared: string;
  /** Path of the program in the root file system, and its first arguments. Further arguments are appended to them. */
  readonly command: readonly [string, ...string[]];
  /** User and group that the program runs as, in the form `user:group`. Both are names or numeric identifiers. */
  readonly user: string;
  readonly isReadOnly?: boolean;
}

/** Shell script that enters the root file system and runs one command. The mounts exist only while the command runs. */
const entering = `
root=$1 shared=$2 user=$3 mode=$4; shift 4
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount -t proc -o hidepid=invisible,subset=pid proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mkdir -p "$root$shared" && mount --bind "$shared" "$root$shared"
mount -o "remount,bind,$mode" "$root"
exec /usr/sbin/chroot --userspec="$user" "$root" "$@"
`;

/** Returns the command line for running a command in a separate root file system. */
export const rootedCommand = ({ root, shared, command, user, isReadOnly = false }: Omit<Rooted, 'data'>) =>
  [
    'unshare',
    '--mount',
    'sh',
    '-ec',
    entering,
    'sh',
    root,
    shared,
    user,
    isReadOnly ? 'ro' : 'rw',
    ...command,
  ] as const;

export const rootedProgram = (rooted: Rooted): Program =>
  installedProgram({ ...rooted, command: rootedCommand(rooted), cwd: rooted.shared });

/** Creates a root file system that contains only the libraries that a program is linked with. */
export async function writeLibraryRoot(root: string, program: string): Promise<void> {
  const { stdout } = await run('ldd', [program]);
  const libraries = [...stdout.matchAll(/\/\S+(?= \(0x)/g)].map(([path]) => path);
  for (const path of libraries) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(path, join(root, path), { dereference: true });
  }
  await mkdir(join(root, 'etc'), { recursive: true });
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/:/none\n');
  await mkdir(join(root, 'usr/bin'), { recursive: true });
}
