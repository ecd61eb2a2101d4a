import { pathTo } from '../api/boot.ts';

/**
 * Submits an empty form to a path of the service. The browser then shows the response as a page. The target `_blank`
 * opens it in a new tab.
 */
export function postTo(path: string, target = ''): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = pathTo(path);
  form.target = target;
  document.body.append(form);
  form.submit();
  form.remove();
}
