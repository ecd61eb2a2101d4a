// Messages that carry out a statement, in the protocol of PostgreSQL: all of them in one piece, with values as texts.

/** A value that is sent as text. */
export type TextValue = string | number | null | undefined;

export const isText = (value: unknown): value is TextValue =>
  typeof value === 'string' || typeof value === 'number' || value === null || value === undefined;

export interface Carried {
  /** Of a statement that the connection keeps, in ASCII; else its text. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly TextValue[];
  /** True if the server describes its columns. */
  readonly describes: boolean;
}

const [parseCode, bindCode] = [0x50, 0x42];
const describeMessage = Buffer.from([0x44, 0, 0, 0, 6, 0x50, 0]);
/** Execute, to its end; sync. */
const ending = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0x53, 0, 0, 0, 4]);
/** The code, the length, the empty name, the end of the text, and the count of types. */
const parseBytes = 1 + 4 + 1 + 1 + 2;
/** The code, the length, the empty name of the portal, the end of the name, and the counts of formats, of values and of formats of columns. */
const bindBytes = 1 + 4 + 1 + 1 + 2 + 2 + 2;
const lengthBytes = 4;
/** The length of no value. */
const nothing = 0xff_ff_ff_ff;

const textOf = (value: TextValue): string | undefined => {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : String(value);
};

/** Keeps the text, without a name. */
const writeParse = (message: Buffer, text: string, size: number): void => {
  message[0] = parseCode;
  message.writeUInt32BE(size - 1, 1);
  message[5] = 0;
  const end = 6 + message.write(text, 6);
  // The end of the text, and no types.
  message.fill(0, end, size);
};

/** Writes a value after its length; answers where it ends. */
const writeValue = (message: Buffer, text: string | undefined, start: number): number => {
  if (text === undefined) return message.writeUInt32BE(nothing, start);
  const length = message.write(text, start + lengthBytes);
  message.writeUInt32BE(length, start);
  return start + lengthBytes + length;
};

interface Place {
  readonly start: number;
  readonly size: number;
}

/** Answers where the message ends. */
const writeBind = (message: Buffer, texts: readonly (string | undefined)[], name: string, place: Place): number => {
  message[place.start] = bindCode;
  message.writeUInt32BE(place.size - 1, place.start + 1);
  message[place.start + 5] = 0;
  let end = place.start + 6 + message.write(name, place.start + 6);
  message[end] = 0;
  // No formats: all values, and all columns, are texts.
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
