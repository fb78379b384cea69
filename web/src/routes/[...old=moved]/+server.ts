import { pages } from '../../build/widgets/addresses';
import { movedPage } from '../../build/site/moved';
import { calledBefore, movedTo } from '../../model/link/moved';
import type { EntryGenerator, RequestHandler } from './$types';

export const prerender = true;
export const trailingSlash = 'always';
export const entries: EntryGenerator = () =>
  pages().flatMap((page) => {
    const old = calledBefore(page.slice(1));
    return old === undefined ? [] : [{ old: old.replace(/\/$/, '') }];
  });

/** Former addresses keep working. */
export const GET: RequestHandler = ({ params }) =>
  new Response(movedPage(`/${(movedTo(params.old) ?? '').replace(/\/$/, '')}/`), {
    // The type by which Kit recognises a page, and writes it as index.html.
    headers: { 'content-type': 'text/html' },
  });
