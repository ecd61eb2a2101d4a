// Decodes protobuf messages into values by field number.
/** Undecoded field value: a number or bytes. */
type Value = bigint | Buffer;

/** Fields of a message by field number. */
export type Message = ReadonlyMap<number, readonly Value[]>;

const [varint, fixed64, bytes, fixed32] = [0, 1, 2, 5];

/** Decodes a message. Throws if the message is invalid. */
export function messageIn(buffer: Buffer): Message {
  const fields = new Map<number, Value[]>();
  let at = 0;
  const number = (): bigint => {
    for (let [value, shift] = [0n, 0n]; ; shift += 7n) {
      const byte = BigInt(buffer.readUInt8(at++));
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return value;
    }
  };
  const taken = (length: number): Buffer => {
    if (at + length > buffer.length) throw new RangeError('The message breaks off.');
    at += length;
    return buffer.subarray(at - length, at);
  };
  const readers: Readonly<Record<number, () => Value>> = {
    [varint]: number,
    [fixed64]: () => taken(8).readBigUInt64LE(),
    [bytes]: () => taken(Number(number())),
    [fixed32]: () => BigInt(taken(4).readUInt32LE()),
  };
  while (at < buffer.length) {
    const tag = Number(number());
    const read = readers[tag & 7];
    if (read === undefined) throw new RangeError(`There is no wire type ${tag & 7}.`);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), read()]);
  }
  return fields;
}

/** Decodes a field's nested messages. */
export const messages = (message: Message, field: number): readonly Message[] =>
  (message.get(field) ?? []).map((value) => messageIn(bufferOf(value)));

export const bufferIn = (message: Message, field: number): Buffer => bufferOf(message.get(field)?.[0]);

export const textIn = (message: Message, field: number): string => bufferIn(message, field).toString('utf8');

export const numberIn = (message: Message, field: number): number => Number(message.get(field)?.[0] ?? 0);

const bufferOf = (value: Value | undefined): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
