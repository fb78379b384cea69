/** Two browsers besides Playwright's own: Firefox over WebDriver BiDi, WebKit over plain WebDriver. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath } from '../../web/tools/browser.mjs';

/** All that a smoke test needs: a page, and scripts in it. */
export interface Driver {
  readonly open: (address: string) => Promise<void>;
  /** The value of an expression in the page. */
  readonly run: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Where the browser is, or what is missing: it is not installed, or this machine cannot start it. */
export type OrMissing<What> = What | { readonly missing: string };

/** The result of a search that is done once: the workers, which read this file too, get it by their environment. */
export function foundOnce<What extends object>(
  name: string,
  find: () => OrMissing<What>,
): OrMissing<What> {
  const told = process.env[`POOLSCOPE_${name.toUpperCase()}`];
  if (told !== undefined) return JSON.parse(told) as OrMissing<What>;
  const found = find();
  process.env[`POOLSCOPE_${name.toUpperCase()}`] = JSON.stringify(found);
  if ('missing' in found) process.stdout.write(`  ${name}: no test, ${found.missing}\n`);
  return found;
}

/** Whether a program starts on this machine: some containers have it and cannot run it. */
function starts(program: string, args: readonly string[]): boolean {
  const home = mkdtempSync(path.join(tmpdir(), 'starts-'));
  const env = { ...process.env, HOME: home };
  const { status } = spawnSync(program, args, { cwd: home, env, timeout: 60_000, stdio: 'ignore' });
  rmSync(home, { recursive: true, force: true });
  return status === 0;
}

export function findFirefox(): OrMissing<{ readonly firefox: string }> {
  const firefox = onPath('firefox-esr') ?? onPath('firefox');
  if (!firefox) return { missing: 'firefox-esr is not installed' };
  const shoots = ['--headless', '--no-remote', '--screenshot', 'start.png', 'about:blank'];
  return starts(firefox, shoots) ? { firefox } : { missing: `${firefox} does not start here` };
}

export async function startFirefox(firefox: string): Promise<Driver> {
  const { default: puppeteer } = await import('puppeteer-core');
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox });
  const page = await browser.newPage();
  return {
    open: async (address) => {
      await page.goto(address);
    },
    run: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

interface WebKit {
  readonly driver: string;
  readonly xvfb: string;
  readonly browser: string;
}

const FOLDERS = ['x86_64', 'aarch64'].map((of) => `/usr/lib/${of}-linux-gnu/webkit2gtk-4.1`);

export function findWebKit(): OrMissing<WebKit> {
  const driver = onPath('WebKitWebDriver');
  const xvfb = onPath('xvfb-run');
  const browser = FOLDERS.map((folder) => `${folder}/MiniBrowser`).find((file) => existsSync(file));
  if (driver && xvfb && browser) {
    const works = starts(xvfb, ['-a', 'true']);
    return works ? { driver, xvfb, browser } : { missing: `${xvfb} has no display to give here` };
  }
  return { missing: `${driver && browser ? 'xvfb' : 'webkit2gtk-driver'} is not installed` };
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** The few commands of W3C WebDriver that are needed: every library is larger, and downloads drivers. */
export async function startWebKit({ driver, xvfb, browser }: WebKit): Promise<Driver> {
  const port = await freePort();
  const own = spawn(xvfb, ['-a', driver, `--port=${port}`], {
    detached: true, // so that its display ends with it
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const stop = () => {
    if (own.pid !== undefined && own.exitCode === null) process.kill(-own.pid);
  };
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  }
  const options = { binary: browser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      break;
    } catch (error) {
      if (tries === 100) {
        stop();
        throw error;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  try {
    const { sessionId } = (await send('POST', '', { capabilities })) as { sessionId: string };
    return {
      open: async (url) => {
        await send('POST', `/${sessionId}/url`, { url });
      },
      run: (expression) =>
        send('POST', `/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
      close: async () => {
        await send('DELETE', `/${sessionId}`);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
