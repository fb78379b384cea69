import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pack, publishedManifest } from '../../web/tools/pack.mjs';
import { entryOf } from '../../web/tools/release.mjs';

test('a release has an entry in the changelog', () => {
  const log =
    '# Changelog\n\n## Unreleased\n\n- One.\n\n## 0.2.0 (2027-01-01)\n\n- Two.\n\n## 0.1.0\n';
  expect(entryOf(log, '0.2.0')).toBe('- Two.');
  expect(() => entryOf(log, '0.1.0')).toThrow('CHANGELOG.md says nothing of 0.1.0');
  expect(() => entryOf(log, '0.3.0')).toThrow('it has Unreleased, 0.2.0 (2027-01-01), 0.1.0.');
  const ours = readFileSync('CHANGELOG.md', 'utf8');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(entryOf(ours, version)).not.toBe('');
});

test('a published manifest has the root’s homepage and repository', () => {
  const own = { name: 'pool-scope' };
  expect(publishedManifest(own, 'web/embed', {})).toEqual(own);
  const directory = 'web/embed';
  const repository = { type: 'git', url: 'git+https://example.org/a.git', directory };
  for (const said of [repository.url, { url: repository.url }])
    expect(
      publishedManifest(own, directory, { homepage: 'https://example.org/', repository: said }),
    ).toEqual({
      ...own,
      homepage: 'https://example.org/',
      repository,
    });
});

test('the packed element has that manifest, and the files that it names', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'poolscope-'));
  try {
    const file = await pack('web/embed', folder, { places: { homepage: 'https://example.org/' } });
    const read = (...args: string[]) => execFileSync('tar', args, { encoding: 'utf8' });
    const manifest = JSON.parse(read('-xzOf', file, 'package/package.json')) as {
      name: string;
      homepage: string;
      files: string[];
    };
    expect([manifest.name, manifest.homepage]).toEqual(['pool-scope', 'https://example.org/']);
    const listed = read('-tzf', file).trim().split('\n');
    for (const one of manifest.files)
      expect(
        listed.some((name) => name.startsWith(`package/${one}`)),
        one,
      ).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
