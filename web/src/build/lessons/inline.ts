/** The inline parts of a sentence: terms, parts of the picture, checked numbers. */
import type { ElementContent } from 'hast';
import type { TextDirective } from 'mdast-util-directive';
import type { Nodes } from 'mdast';
import type { ConnectionState } from '../../model/run/frame';
import { attributesOf, tagOf, variable } from '../../ui/marks/attributes';
import { bodyMarks } from '../../ui/views/glyphs';
import { TONES } from '../../ui/views/shapes';
import type { Claim, Term } from '../../features/lesson/types';
import { Attributes, BLOCKS, INLINE, type InlineName } from './attributes';
import { anyClaimOf, placeOf, realOf, type About } from './claims';
import { termOf, type Library } from './library';
import { textOf, walk, writtenAs } from './markdown';
import { oneOf, type Problems } from './problems';

/** A placeholder for the page's path to the site's root. */
const ROOT = '%root%';

/** A lesson by its number, which changes with the order of the course. */
const NUMBERED = /\b[Ll]esson \d|第 \d+ 课/;

/** The subject of a number: the run or benchmark of the step's picture, or a named one. */
export type FindAbout = (attributes: Attributes) => About;

/** Collects a step's claims and terms. Claims wait for the step's figure, which may come later. */
export class Inline {
  readonly terms = new Map<string, Term>();
  #pending: { readonly node: TextDirective; readonly attributes: Attributes; index: number }[] = [];
  #claims = 0;
  /** Texts into which the build has put a lesson's number. */
  readonly #numbered = new WeakSet<Nodes>();

  constructor(
    readonly content: Library,
    readonly problems: Problems,
  ) {}

  /** Turns the directives of a node into HTML, and refuses what prose must not contain. */
  prepare(node: Nodes): void {
    for (const inner of walk(node)) {
      if (inner.type === 'textDirective') this.problems.try(inner, () => this.#directive(inner));
      else if (inner.type === 'leafDirective' || inner.type === 'containerDirective')
        this.problems.add(inner, `${inner.name} cannot stand here: blocks stand alone in a step`);
      else if (inner.type === 'html') this.problems.add(inner, 'raw HTML is not allowed');
      else if (inner.type === 'image' && !inner.alt)
        this.problems.add(inner, 'an image needs words for those who cannot see it');
      else if (inner.type === 'heading' && inner.depth < 3)
        this.problems.add(inner, 'inside a step only ### headings');
      else if (inner.type === 'link') this.#link(inner);
      else if (inner.type === 'text' && NUMBERED.test(inner.value) && !this.#numbered.has(inner))
        this.problems.add(inner, 'write [lesson #](/lessons/…/): the build puts the number');
    }
  }

  #link(node: Extract<Nodes, { type: 'link' }>): void {
    const [, lesson] = /^\/lessons\/([a-z0-9-]+)\//.exec(node.url) ?? [];
    if (lesson !== undefined) this.#number(node, lesson);
    if (node.url.startsWith('/')) node.url = ROOT + node.url.slice(1);
    else if (/^https:\/\//.test(node.url))
      writtenAs(node, 'a', { href: node.url, rel: ['external'] });
    else if (!node.url.startsWith('#'))
      this.problems.add(node, `link "${node.url}": allowed are https://..., /page/ and #place`);
  }

  /** Lessons are numbered by their order: "[lesson #](/lessons/how-large/)". */
  #number(node: Extract<Nodes, { type: 'link' }>, lesson: string): void {
    const number = this.content.lessons.indexOf(lesson) + 1;
    for (const inner of node.children) {
      if (inner.type !== 'text' || !inner.value.includes('#')) continue;
      if (number === 0) this.problems.add(node, `no lesson "${lesson}" to number`);
      inner.value = inner.value.replace('#', String(number));
      this.#numbered.add(inner);
    }
  }

  #directive(node: TextDirective): void {
    const name = INLINE.find((one) => one === node.name);
    if (!name) {
      const block = (BLOCKS as readonly string[]).includes(node.name);
      throw new Error(
        block
          ? `${node.name} is a block: it begins with ::: on a line of its own`
          : `no directive ":${node.name}"; allowed: ${oneOf(INLINE)}; a colon before letters is written \\:`,
      );
    }
    const text = textOf(node);
    if (text === '') throw new Error(`:${name}[] has no text`);
    this.#write(name, node, new Attributes(name, node.attributes), text);
  }

  #write(name: InlineName, node: TextDirective, attributes: Attributes, text: string): void {
    switch (name) {
      case 'term': {
        const key = attributes.get('of') ?? text;
        const { shape, ...entry } = termOf(this.content, key);
        this.terms.set(key, { key, ...entry, shape });
        const inside: ElementContent[] = [{ type: 'text', value: text }];
        if (shape) inside.unshift(swatch(shape));
        const properties = { className: ['term'], href: `${ROOT}glossary/#${key}`, dataTerm: key };
        writtenAs(node, 'a', properties, inside);
        break;
      }
      case 'see':
        writtenAs(node, 'span', {
          className: ['see'],
          dataSee: attributes.parts('part').join(' '),
        });
        break;
      case 'claim':
      case 'measured': {
        const index = this.#claims++;
        this.#pending.push({ node, attributes, index });
        const real = attributes.get('real');
        const marked = { className: ['claim'], dataClaim: String(index) };
        if (real === undefined) writtenAs(node, 'span', marked);
        else {
          const found = this.problems.try(node, () => placeOf(this.content, real));
          writtenAs(node, 'a', { ...marked, href: ROOT + (found ?? '') });
        }
        break;
      }
    }
  }

  /** All claims of the step, checked. */
  resolve(aboutOf: FindAbout): Claim[] {
    return this.#pending.flatMap(({ node, attributes }) => {
      const found = this.problems.try(node, () => {
        const text = textOf(node);
        const real = attributes.get('real');
        if (real !== undefined) return realOf(this.content, text, attributes, real);
        const published = node.name === 'measured';
        return anyClaimOf(this.content, text, attributes, aboutOf(attributes), published);
      });
      return found ? [found] : [];
    });
  }
}

/** The shape of a state, as small as a letter. */
function swatch(state: ConnectionState): ElementContent {
  const children = bodyMarks(TONES[state], 8.5).map((mark): ElementContent => ({
    type: 'element',
    tagName: tagOf(mark),
    properties: { ...attributesOf(mark, variable) },
    children: [],
  }));
  return {
    type: 'element',
    tagName: 'svg',
    properties: { className: ['swatch'], viewBox: '-12 -12 24 24', ariaHidden: 'true' },
    children,
  };
}
