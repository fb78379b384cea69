import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import recorded from '../../content/embeds/v1.json';

// Other people's pages cannot be changed later. Reads build/, like everything in this folder.
test('the files that other people’s pages load are in the build', () => {
  const files = [
    ...recorded.files,
    ...recorded.pages.map((page) => `${page.slice(1)}index.html`),
    ...recorded.of_each_name.flatMap((pattern) =>
      recorded.names.map((name) => pattern.replace('{name}', name)),
    ),
  ];
  expect(files.filter((file) => !existsSync(`build/${file}`))).toEqual([]);
  for (const [old, now] of Object.entries(recorded.moved)) {
    const page = readFileSync(`build${old}index.html`, 'utf8');
    expect(page, old).toContain(`>${now}</a>`);
    expect(existsSync(`build${now}index.html`), now).toBe(true);
  }
  const text = readFileSync('build/embed/index.html', 'utf8');
  expect(text).toContain('id="lasting"');
});
