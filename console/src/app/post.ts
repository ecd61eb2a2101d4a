import { pathTo } from '../api/boot.ts';

/** Sends an empty form to a path of the service, which answers with another document. */
export function postTo(path: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = pathTo(path);
  document.body.append(form);
  form.submit();
}
