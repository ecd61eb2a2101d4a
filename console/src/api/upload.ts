// Uploads a file and reports the progress, which `fetch` cannot do.
import { documentIn } from '../../../client/exact-json.ts';
import { ApiFailure, problemsIn } from '../../../client/failure.ts';

/** Uploads a file to an upload link. `onProgress` receives the fraction of bytes sent so far, from 0 to 1. */
export function uploadFile(link: string, file: File, onProgress: (share: number) => void): Promise<void> {
  // Only the path and the query of the link are used. Its host may differ from the page's host if the service has
  // several addresses.
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
