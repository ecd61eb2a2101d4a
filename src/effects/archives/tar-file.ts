// One file as an entry of a tar file, in the plain form that every reader knows.

const blockSize = 512;

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

const headerOf = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(blockSize);
  header.write(name, 0, 100);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.fill(' ', 148, 156);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 7)} `, 148);
  return header;
};

/** Header, contents and what fills the last block; the same bytes for the same file. The name has at most 100 letters. */
export const tarFile = (name: string, text: string): Buffer => {
  const data = Buffer.from(text);
  const padding = Buffer.alloc((blockSize - (data.length % blockSize)) % blockSize);
  return Buffer.concat([headerOf(name, data.length), data, padding]);
};
