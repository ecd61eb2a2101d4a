// Files as the API sends and takes them: bytes, not documents.
import { answerOf, failureOf } from './failure.ts';

interface TextAnswer {
  readonly data?: string;
  readonly error?: unknown;
  readonly response: Response;
}

/** The text of a download; null where there is none. */
export async function readText(request: Promise<TextAnswer>): Promise<string | null> {
  const { data, error, response } = await answerOf(request);
  if (response.status === 404) return null;
  if (!response.ok) throw failureOf(response, error);
  return data ?? '';
}

/** Body of an upload: the bytes of a file or a text, in any encoding. */
export const sentAsBytes = (content: Blob | string) => ({
  body: '',
  bodySerializer: () => content,
  headers: { 'content-type': 'application/octet-stream' },
});

/** Request options that upload a text unchanged. */
export const sentAsText = {
  bodySerializer: (body: string): string => body,
  headers: { 'content-type': 'application/octet-stream' },
} as const;
