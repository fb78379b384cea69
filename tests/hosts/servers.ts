/**
 * Two origins: other people's pages on http://localhost, and the figures on http://127.0.0.1, which is another site for a
 * browser.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { serve } from '../../web/tools/server.mjs';

export interface Served {
  /** Ends in a slash. */
  readonly address: string;
  readonly close: () => void;
}

export interface Host {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves pages made by their path; any other is not found. */
export async function serveHosts(page: (name: string) => Host | undefined): Promise<Served> {
  const server = createServer((request, response) => {
    const found = page(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1));
    if (!found) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...found.headers });
    return response.end(found.html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The unminified element and host script, with stand-ins for a figure and its pictures. */
export async function serveStandIn(): Promise<Served> {
  const here = import.meta.dirname;
  const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  const copy = (from: string, to: string) => {
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    cpSync(path.join(here, from), path.join(folder, to));
  };
  for (const script of ['pool-scope.js', 'resize.js'])
    copy(`../../web/embed/${script}`, `embed/${script}`);
  for (const name of ['one', 'two']) {
    copy('site/frame.html', `embed/${name}/index.html`);
    for (const shape of ['narrow', 'wide'])
      copy(`site/poster-${shape}.svg`, `poster/${name}-${shape}.svg`);
  }
  const { address, close } = await serve({ folder, base: '', port: 0 });
  return {
    address,
    close: () => {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}
