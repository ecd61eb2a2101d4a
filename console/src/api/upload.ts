// Uploads a file with progress reports, which `fetch` does not support.
import { documentIn } from '../../../client/exact-json.ts';
import { ApiFailure, problemsIn } from '../../../client/failure.ts';

/** Uploads a file to a link of the service. `onProgress` receives the fraction sent so far, from 0 to 1. */
export function uploadFile(link: string, file: File, onProgress: (share: number) => void): Promise<void> {
  // The link may contain a different host than the page if the service has several addresses.
  const { pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new ApiFailure(0, []));
    request.onload = () => {
      const { status, responseText } = request;
      const requestId = request.getResponseHeader('x-request-id') ?? undefined;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiFailure(status, problemsIn(documentIn(responseText)), { requestId }));
    };
    request.open('PUT', pathname + search);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}
