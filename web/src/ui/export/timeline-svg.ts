/** All requests over time as a picture that stands alone: no styles from a page, no script. */
import { escapeXml } from '../../model/words/escape';
import { m } from '#paraglide/messages.js';
import type { Outcome } from '../../model/run/types';
import type { Tone } from '../views/shapes';
import { timelineOf } from '../views/timeline';
import { duration, tick } from '../../model/words/format';
import { requestLabel } from '../../model/words/phrase';

/** Colours by the names of the site's CSS variables, as they are in the reader's theme. */
export type Colours = (name: string) => string;

const MOST_ROWS = 400;
const WIDTH = 960;
const LEFT = 120;
const RIGHT = 110;
const HEAD = 70;
const LINE = 16;
/** Characters that fit across; settings are written in full, on as many lines as they need. */
const ACROSS = 130;
const FONT = "system-ui, 'Segoe UI', 'Liberation Sans', Arial, sans-serif";

const TONE_ORDER: readonly Tone[] = [
  'idle',
  'socket',
  'low',
  'high',
  'soon',
  'run',
  'wait',
  'lock',
  'away',
];

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const part of text.split(', ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < ACROSS) {
      lines[lines.length - 1] = `${last}, ${part}`;
    } else {
      lines.push(part);
    }
  }
  return lines;
}

export function timelineSvg(outcome: Outcome, subtitle: string, colour: Colours): string {
  const { rows: all, ticks } = timelineOf(outcome, outcome.end_ns, []);
  const rows = all.slice(0, MOST_ROWS);
  const pitch = Math.max(4, Math.min(22, Math.floor(2_400 / Math.max(1, rows.length))));
  const bar = Math.max(3, pitch - 6);
  const tones = TONE_ORDER.flatMap((tone) => {
    const found = rows.flatMap(({ stretches }) => stretches).find((one) => one.tone === tone);
    return found ? [{ tone, words: found.words }] : [];
  });
  const settings = wrap(subtitle);
  const rows_top = HEAD + Math.max(0, settings.length - 1) * LINE;
  const bottom = rows_top + rows.length * pitch;
  const height = bottom + 34 + Math.ceil(tones.length / 4) * 22 + 14;
  const x = (ns: number) => LEFT + (ns / Math.max(1, outcome.end_ns)) * (WIDTH - LEFT - RIGHT);
  const n = (value: number) => Number(value.toFixed(2));

  const out: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}" font-size="12">`,
    `<title>${escapeXml(outcome.scenario.title)}</title>`,
    `<desc>${escapeXml(subtitle)}</desc>`,
    `<rect width="${WIDTH}" height="${height}" fill="${colour('--surface')}"/>`,
    `<text x="16" y="24" font-size="16" font-weight="650" fill="${colour('--ink')}">${escapeXml(outcome.scenario.title)}</text>`,
    ...settings.map(
      (line, index) =>
        `<text x="16" y="${43 + index * LINE}" fill="${colour('--muted')}">${escapeXml(line)}</text>`,
    ),
  ];
  for (const at of ticks) {
    out.push(
      `<line x1="${n(x(at))}" x2="${n(x(at))}" y1="${rows_top - 6}" y2="${bottom}" stroke="${colour('--line')}"/>`,
      `<text x="${n(x(at))}" y="${rows_top - 10}" text-anchor="middle" fill="${colour('--muted')}">${tick(at)}</text>`,
    );
  }
  rows.forEach((row, index) => {
    const y = rows_top + index * pitch + (pitch - bar) / 2;
    if (pitch >= 12) {
      const took = row.latency_ns === undefined ? m.table_open() : duration(row.latency_ns);
      out.push(
        `<text x="${LEFT - 10}" y="${n(y + bar - 3)}" text-anchor="end" fill="${colour('--ink-2')}">${escapeXml(requestLabel(row.name.slice(0, 14)))}</text>`,
        `<text x="${n(x(row.end_ns ?? outcome.end_ns) + 6)}" y="${n(y + bar - 3)}" fill="${colour('--ink-2')}">${escapeXml(took)}</text>`,
      );
    }
    for (const { tone, words, start_ns, end_ns } of row.stretches) {
      const dash = tone === 'socket' || tone === 'away' ? ' stroke-dasharray="3 2"' : '';
      out.push(
        `<rect x="${n(x(start_ns))}" y="${n(y)}" width="${n(Math.max(0.5, x(end_ns) - x(start_ns)))}" height="${bar}" rx="2" fill="${colour(`--${tone}`)}" stroke="${colour(`--${tone}-line`)}"${dash}><title>${escapeXml(words)}</title></rect>`,
      );
    }
  });
  tones.forEach(({ tone, words }, index) => {
    const left = 16 + (index % 4) * 230;
    const top = bottom + 22 + Math.floor(index / 4) * 22;
    out.push(
      `<rect x="${left}" y="${top}" width="14" height="14" rx="3" fill="${colour(`--${tone}`)}" stroke="${colour(`--${tone}-line`)}"/>`,
      `<text x="${left + 20}" y="${top + 12}" fill="${colour('--ink-2')}">${escapeXml(words)}</text>`,
    );
  });
  const foot =
    all.length > rows.length
      ? m.lab_export_rows({ shown: rows.length, count: all.length })
      : m.lab_export_simulated();
  out.push(
    `<text x="16" y="${height - 8}" font-size="11" fill="${colour('--muted')}">${escapeXml(foot)}</text>`,
    '</svg>',
  );
  return `${out.join('\n')}\n`;
}
