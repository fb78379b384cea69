import type { Frame, Page } from '@playwright/test';

/** Larger than any pane, so that everything in one is visible. */
const WINDOW = { width: 1440, height: 1200 };

/**
 * Frames of one page, each as a window of its own: laid out and driven like a page of its size, but not painted, and with
 * shared code already loaded. Callers set their sizes (`frameElement`).
 * @param sandbox for documents without scripts: what they may do all the same
 */
export async function openPanes(page: Page, many: number, sandbox?: string): Promise<Frame[]> {
  await page.setViewportSize(WINDOW);
  await page.goto('/robots.txt'); // of the site, and practically empty
  await page.evaluate(
    ([many, sandbox]) => {
      document.body.replaceChildren(
        ...Array.from({ length: many }, () => {
          const pane = document.createElement('iframe');
          if (sandbox !== undefined) pane.sandbox.value = sandbox;
          pane.style.cssText =
            'position: fixed; inset: 0 auto auto 0; border: 0; visibility: hidden; width: 1440px; height: 900px';
          return pane;
        }),
      );
    },
    [many, sandbox] as const,
  );
  return page.frames().filter((frame) => frame.parentFrame() === page.mainFrame());
}

/**
 * Waits until an element of a pane has an attribute with this value. `expect` is too slow for elements that are not
 * painted: it also describes the whole page for a possible failure.
 */
export async function until(
  pane: Frame,
  selector: string,
  attribute: string,
  value: string,
): Promise<void> {
  const has = ([selector, attribute, value]: readonly [string, string, string]) =>
    document.querySelector(selector)?.getAttribute(attribute) === value;
  await pane
    .waitForFunction(has, [selector, attribute, value] as const, { polling: 50, timeout: 0 })
    .catch((cause: unknown) => {
      throw new Error(`${pane.url()}: no ${selector} with ${attribute} ${value}`, { cause });
    });
}

/** Works off one list in all panes: while one waits, another works. */
export async function inPanes<Item>(
  panes: readonly Frame[],
  items: readonly Item[],
  work: (pane: Frame, item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    panes.map(async (pane) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(pane, item);
    }),
  );
}
