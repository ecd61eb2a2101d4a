// Decodes plans and other JSON documents in the encodings that programs and shells use.
import type { Document } from './frames.ts';

/** Byte order marks, and the encoding that each of them indicates. */
const marks = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

const maxMarkLength = 3;

/** Thrown if a document begins with a byte order mark of UTF-16 and is not valid UTF-16. */
export class NotUtf16 extends Error {
  override readonly name = 'NotUtf16';

  constructor() {
    super('the document begins with a UTF-16 byte order mark, but is not valid UTF-16: save it as UTF-8');
  }
}

/** Converts a document to UTF-8 without a byte order mark. Throws `NotUtf16`. */
export function utf8Bytes(bytes: Uint8Array): Uint8Array {
  const { decode, markLength } = decoderFor(bytes);
  return decode(bytes.subarray(markLength), true);
}

/** Converts a document in chunks, as `utf8Bytes` does. */
export async function* utf8Pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoder.decode(chunk, false);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < maxMarkLength) continue;
    decoder = decoderFor(start);
    yield decoder.decode(start.subarray(decoder.markLength), false);
  }
  yield decoder === undefined ? utf8Bytes(start) : decoder.decode(Buffer.alloc(0), true);
}

interface Decoder {
  readonly markLength: number;
  readonly decode: (bytes: Uint8Array, isLast: boolean) => Uint8Array;
}

function decoderFor(start: Uint8Array): Decoder {
  const match = marks.find(({ mark }) => mark.every((byte, index) => start[index] === byte));
  const markLength = match?.mark.length ?? 0;
  if (match === undefined || match.encoding === 'utf-8') return { markLength, decode: (bytes) => bytes };
  const decoder = new TextDecoder(match.encoding, { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array, isLast: boolean) => {
    try {
      return Buffer.from(decoder.decode(bytes, { stream: !isLast }));
    } catch {
      throw new NotUtf16();
    }
  };
  return { markLength, decode };
}

const wrapperMessage =
  'the document contains output of the wrapper script of setup-terraform: set "terraform_wrapper: false" in the step that uses setup-terraform, and write the plan again';

/** Line that the wrapper script of the GitHub action setup-terraform adds to a program's output. */
const wrapperLine = /^(\[command\]|::(debug|error|set-output|add-mask|group)\b)/m;

/** Number of bytes at each end of a document that are searched for lines of the wrapper script. */
const shownEnd = 4_096;

const savedPlanMessage =
  'the document looks like a saved plan of Terraform: convert the plan to JSON with "terraform show -json plan.tfplan > plan.json"';

/** First bytes of a saved plan, which is a zip archive. */
const savedPlanMark = Buffer.from('PK\u0003\u0004');

const logMessage =
  'the document is the log of "terraform plan -json" and not a plan: create a plan with "terraform plan -out plan.tfplan" and "terraform show -json plan.tfplan > plan.json"';

/** First two lines of a log in JSON, which has one object in each line. */
const logLines = /^\s*\{"@level":[^\n]*\n\{"@level":/;

const quotedMessage =
  'the plan is quoted as a JSON string: remove the quoting, for example with "jq -r . quoted.json > plan.json"';

const quotedPlan = /^\s*"\s*\{(\s|\\[nrt])*\\"/;

/**
 * Recognizes common mistakes: the document is a saved plan, a log, a quoted plan, or contains output of
 * setup-terraform's wrapper script. Returns what is wrong and what to do, or undefined for any other document.
 */
export async function knownFault(document: Document): Promise<string | undefined> {
  const { first, last } = 'pieces' in document ? await endsOf(document.pieces()) : { first: document, last: document };
  const [start, end] = [Buffer.from(first.subarray(0, shownEnd)), Buffer.from(last.subarray(-shownEnd))];
  if (start.subarray(0, savedPlanMark.length).equals(savedPlanMark)) return savedPlanMessage;
  if (logLines.test(start.toString('utf8'))) return logMessage;
  if (quotedPlan.test(start.toString('utf8'))) return quotedMessage;
  return [start, end].some((bytes) => wrapperLine.test(bytes.toString('utf8'))) ? wrapperMessage : undefined;
}

async function endsOf(pieces: AsyncIterable<Uint8Array>): Promise<{ first: Buffer; last: Buffer }> {
  let [first, last] = [Buffer.alloc(0), Buffer.alloc(0)];
  for await (const piece of pieces) {
    if (first.length < shownEnd) first = Buffer.concat([first, piece.subarray(0, shownEnd)]);
    last = Buffer.concat([last, piece.subarray(-shownEnd)]).subarray(-shownEnd);
  }
  return { first, last };
}
