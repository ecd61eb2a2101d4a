import { pathTo } from '../api/boot.ts';

/** Sends an empty form to a path of the service, which answers with another document; `_blank` opens that in a tab. */
export function postTo(path: string, target = ''): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = pathTo(path);
  form.target = target;
  document.body.append(form);
  form.submit();
  form.remove();
}
