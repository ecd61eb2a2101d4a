// Encodes the messages of the PostgreSQL protocol that execute a statement: all of them in one buffer, with values as
// text.

/** Value that is sent as text. */
export type TextValue = string | number | null | undefined;

export const isText = (value: unknown): value is TextValue =>
  typeof value === 'string' || typeof value === 'number' || value === null || value === undefined;

export interface Carried {
  /** Name under which the connection keeps the prepared statement, in ASCII. If undefined, `text` is sent. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly TextValue[];
  /** Whether the server should describe the result columns. */
  readonly describes: boolean;
}

const [parseCode, bindCode] = [0x50, 0x42];
const describeMessage = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]);
/** Execute without a row limit, then Sync. */
const ending = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
/** Message code, length, empty name, terminator of the text and number of parameter types. */
const parseBytes = 1 + 4 + 1 + 1 + 2;
/**
 * Message code, length, empty portal name, terminator of the statement name, and numbers of parameter formats,
 * parameters and result formats.
 */
const bindBytes = 1 + 4 + 1 + 1 + 2 + 2 + 2;
const lengthBytes = 4;
/** Length that represents null. */
const nothing = 0xff_ff_ff_ff;

const textOf = (value: TextValue): string | undefined => {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : String(value);
};

/** Writes a Parse message for an unnamed statement. */
const writeParse = (message: Buffer, text: string, size: number): void => {
  message[0] = parseCode;
  message.writeUInt32BE(size - 1, 1);
  message[5] = 0;
  const end = 6 + message.write(text, 6);
  // Terminator of the text, and zero parameter types.
  message.fill(0, end, size);
};

/** Writes a value with its length. Returns the end offset. */
const writeValue = (message: Buffer, text: string | undefined, start: number): number => {
  if (text === undefined) return message.writeUInt32BE(nothing, start);
  const length = message.write(text, start + lengthBytes);
  message.writeUInt32BE(length, start);
  return start + lengthBytes + length;
};

interface BufferRange {
  readonly start: number;
  readonly size: number;
}

/** Returns the end offset of the message. */
const writeBind = (
  message: Buffer,
  texts: readonly (string | undefined)[],
  name: string,
  place: BufferRange,
): number => {
  message[place.start] = bindCode;
  message.writeUInt32BE(place.size - 1, place.start + 1);
  message[place.start + 5] = 0;
  let end = place.start + 6 + message.write(name, place.start + 6);
  message[end] = 0;
  // No format codes: all parameters and result columns are text.
  end = message.writeUInt16BE(0, end + 1);
  end = message.writeUInt16BE(texts.length, end);
  for (const text of texts) end = writeValue(message, text, end);
  return message.writeUInt16BE(0, end);
};

export const messagesOf = ({ name, text, values, describes }: Carried): Buffer => {
  const texts = values.map(textOf);
  const parseSize = name === undefined ? parseBytes + Buffer.byteLength(text) : 0;
  let size = bindBytes + (name?.length ?? 0);
  for (const each of texts) size += lengthBytes + (each === undefined ? 0 : Buffer.byteLength(each));
  const message = Buffer.allocUnsafe(parseSize + size + (describes ? describeMessage.length : 0) + ending.length);
  if (name === undefined) writeParse(message, text, parseSize);
  let end = writeBind(message, texts, name ?? '', { start: parseSize, size });
  if (describes) end += describeMessage.copy(message, end);
  ending.copy(message, end);
  return message;
};
