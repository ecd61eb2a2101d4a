// Runs arm64 programs with QEMU on a machine with another processor architecture. The emulator is registered in a
// separate namespace that only child processes use, so nothing on this machine changes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Creates a root file system with the libraries that the arm64 executable is linked with. */
export async function writeForeignRoot(root: string): Promise<void> {
  const options = ['--variant=extract', '--architectures=arm64', '--include=libc6,libstdc++6,libgcc-s1'];
  await run('mmdebstrap', [...options, suite, root]);
}

const suite = 'bookworm';

/** First bytes of an arm64 ELF program, and a mask that selects the bits to compare. */
const magic = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`;
const mask = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`;

const entering = `
root=$1 shared=$2 rule=$3; shift 3
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
printf '%s' "$rule" > /proc/sys/fs/binfmt_misc/register
mount --bind "$root" "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root$shared"
mount -t proc proc "$root/proc"
touch "$root/dev/null" && mount --bind /dev/null "$root/dev/null"
mount --bind "$shared" "$root$shared"
exec chroot "$root" "$@"
`;

interface Emulated {
  readonly root: string;
  /** Folder of this machine that is also mounted in the root file system, at the same path. */
  readonly shared: string;
  readonly command: readonly string[];
}

/** Returns the command line for running a command in an arm64 root file system. */
export const emulatedCommand = ({ root, shared, command }: Emulated) => {
  const rule = `:tipstaff-arm64:M::${magic}:${mask}:/usr/bin/qemu-aarch64-static:F`;
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child'];
  return ['unshare', ...namespaces, 'sh', '-ec', entering, 'sh', root, shared, rule, ...command] as const;
};
