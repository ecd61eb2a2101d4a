// Encodes the PostgreSQL protocol messages that execute one statement. All messages are in one buffer, and values are
// encoded as text.

/** Value of a statement parameter, which is sent as text. */
export type TextValue = string | number | null | undefined;

export const isText = (value: unknown): value is TextValue =>
  typeof value === 'string' || typeof value === 'number' || value === null || value === undefined;

export interface Carried {
  /**
   * ASCII name under which the connection has stored the prepared statement. If it is undefined, the SQL in `text` is
   * sent.
   */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly TextValue[];
  /** Whether the server should describe the result columns. */
  readonly describes: boolean;
}

const [parseCode, bindCode] = [0x50, 0x42];
const describeMessage = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]);
/** Messages Execute (without a row limit) and Sync. */
const ending = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
/**
 * Size in bytes of a Parse message without its SQL: message code, length, empty statement name, terminator of the SQL,
 * and number of parameter types.
 */
const parseBytes = 1 + 4 + 1 + 1 + 2;
/**
 * Size in bytes of a Bind message without its statement name and values: message code, length, empty portal name,
 * terminator of the statement name, number of parameter formats, number of parameters, and number of result formats.
 */
const bindBytes = 1 + 4 + 1 + 1 + 2 + 2 + 2;
const lengthBytes = 4;
/** Length -1, which encodes null. */
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
  // Writes the terminator of the SQL, and zero as the number of parameter types.
  message.fill(0, end, size);
};

/** Writes the length of a value and the value. Returns the offset after it. */
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

/** Writes a Bind message. Returns the offset after it. */
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
  // Zero format codes mean that all parameters and result columns are text.
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
