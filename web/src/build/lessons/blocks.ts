/** Parses the blocks of a step. */
import { escapeXml } from '../../model/words/escape';
import type { ContainerDirective } from 'mdast-util-directive';
import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { BENCHES } from '../../model/measures/bench-measure';
import { holds, isCondition, readCondition, RUNS } from '../../model/measures/measure';
import { requestOf, sameOverrides, type Cue } from '../../model/run/cue';
import type { Outcome, Overrides } from '../../model/run/types';
import type { Block, Claim, FigureAsk, Goal, PictureAsk, ServerPart, Watch } from '../../features/lesson/types';
import { knobsOf } from '../runs/scenarios';
import { chartOf, curveOf } from './curves';
import { Attributes, BLOCKS, INLINE, type BlockName } from './attributes';
import type { About } from './claims';
import type { Inline } from './inline';
import { benchOf, outcomeOf, type Library } from './library';
import { inlineHtml, textOf, toHtml, verdictFirst, writtenAs } from './markdown';
import { askedAt, decidedAt, momentAt, standsThere } from './deciding';
import { askerOf, drawOf, meantIn, predictOf, WATCHED_MS, wayOf, wordedOf, type Asker, type Worded } from './predictions';
import { oneOf, type Problems } from './problems';
import { isForMachine, readMachine } from './server-box';
import { benchWordsOf, wordsOf } from './words';

const MOST_KNOBS = 2;
const PICTURES = ['figure', 'twins', 'curve', 'chart', 'goals'];
const GOALS = { least: 3, most: 5 };
/** How long a reader watches a run that answers a guess: the least and the most. */
const LEAST_MS = 4_000;
const MOST_MS = 8_000;

/** Without anything to press: what opens an answer is pressed as a whole. */
function unpressable(children: readonly PhrasingContent[]): PhrasingContent[] {
  return children.flatMap((node) => {
    if (node.type === 'link') return unpressable(node.children);
    if (node.type === 'textDirective') writtenAs(node, 'span', {});
    return [node];
  });
}

/** The blocks of one step, parsed one after the other. */
export class StepBlocks {
  readonly blocks: Block[] = [];
  picture: PictureAsk | undefined;
  #later: (() => void)[] = [];
  /** True if the picture was refused: don't also refuse what refers to it. */
  #broken = false;

  constructor(
    readonly slug: string,
    readonly content: Library,
    readonly inline: Inline,
    readonly problems: Problems,
    readonly act: string | undefined,
  ) {}

  add(node: RootContent): void {
    if (node.type === 'containerDirective' || node.type === 'leafDirective') {
      const done = this.problems.try(node, () => {
        const name = BLOCKS.find((one) => one === node.name);
        if (!name) throw new Error(unknown(node.name));
        const children = node.type === 'containerDirective' ? node.children : [];
        const label = children[0]?.data && 'directiveLabel' in children[0].data;
        if (label) throw new Error(`${name} takes no [label]: its text stands inside the block`);
        this.#block(name, node, new Attributes(name, node.attributes), children);
        return true;
      });
      this.#broken ||= !done && PICTURES.includes(node.name);
      return;
    }
    this.blocks.push({ kind: 'prose', html: this.#html([node]) });
  }

  /** Resolves guesses and claims, which need the step's picture, although it may come after them. */
  finish(): Claim[] {
    if (this.#broken) return [];
    for (const work of this.#later) work();
    return this.inline.resolve((attributes) => this.#about(attributes));
  }

  /** The run or benchmark of the picture, or the one that an attribute names. */
  #about(attributes: Attributes): About {
    const bench = attributes.get('bench');
    const named = attributes.get('run');
    if (bench !== undefined) {
      if (named !== undefined || attributes.get('set') !== undefined)
        throw new Error('a number is of a benchmark or of a run: bench stands alone');
      return { kind: 'bench', bench };
    }
    const set = attributes.set();
    const picture = this.picture;
    if (picture?.kind === 'twins' && (named === 'left' || named === 'right'))
      return {
        kind: 'run',
        scenario: picture[named].scenario,
        set: { ...picture[named].cue.overrides, ...set },
      };
    if (named !== undefined) return { kind: 'run', scenario: named, set };
    if (picture?.kind === 'curve' || picture?.kind === 'chart')
      return { kind: 'bench', bench: picture.bench };
    if (picture?.kind === 'figure')
      return {
        kind: 'run',
        scenario: picture.figure.scenario,
        set: { ...picture.figure.cue.overrides, ...set },
      };
    throw new Error(
      picture
        ? 'two figures stand in this step: say run=left, run=right or run=scenario-name'
        : 'no figure stands in this step: say run=scenario-name',
    );
  }

  #html(children: readonly RootContent[]): string {
    for (const child of children) this.inline.prepare(child);
    return toHtml(children);
  }

  #each(children: readonly RootContent[]): string[] {
    return children.map((child) => this.#html([child]));
  }

  #block(
    name: BlockName,
    node: RootContent,
    attributes: Attributes,
    children: readonly ContainerDirective['children'][number][],
  ): void {
    switch (name) {
      case 'figure': {
        const figure = this.#figure(attributes, attributes.need('scenario'));
        if ((figure.knobs?.length ?? 0) > MOST_KNOBS)
          throw new Error(`a figure has at most ${MOST_KNOBS} knobs; more are for the sandbox`);
        this.#setPicture({ kind: 'figure', figure });
        this.#caption(name, children);
        break;
      }
      case 'twins':
        this.#setPicture({
          kind: 'twins',
          left: this.#figure(attributes, attributes.need('left'), attributes.set('left-set')),
          right: this.#figure(attributes, attributes.need('right'), attributes.set('right-set')),
        });
        this.#caption(name, children);
        break;
      case 'curve':
        this.#setPicture(curveOf(this.content, attributes));
        this.#caption(name, children);
        break;
      case 'chart':
        this.#setPicture(chartOf(this.content, attributes));
        this.#caption(name, children);
        break;
      case 'goals':
        this.#goals(attributes, children);
        break;
      case 'predict':
      case 'draw':
        this.#guess(name, node, attributes, children);
        break;
      case 'why': {
        const [question, ...answer] = children;
        if (question?.type !== 'paragraph' || answer.length === 0)
          throw new Error('why needs a question in its first paragraph and an answer below it');
        this.inline.prepare(question);
        this.blocks.push({
          kind: 'why',
          question: inlineHtml(unpressable(question.children)),
          answer: this.#each(answer),
        });
        break;
      }
      case 'calculator':
        this.blocks.push({ kind: 'calculator', intro: this.#each(children) });
        break;
      case 'server':
        this.#server(children);
        break;
      case 'act': {
        const html = this.#html(children);
        if (html === '' && !this.act) throw new Error('act needs its sentence, here or at the top');
        this.blocks.push({ kind: 'act', html: html || `<p>${escapeXml(this.act ?? '')}</p>` });
        break;
      }
    }
  }

  #setPicture(picture: PictureAsk): void {
    if (this.picture) throw new Error('a step has one picture: cut the step in two');
    this.picture = picture;
  }

  #caption(name: string, children: readonly RootContent[]): void {
    if (children.length === 0)
      throw new Error(`${name} needs a caption inside it: what to look at, in words and numbers`);
    this.blocks.push({ kind: 'figure', caption: this.#each(children) });
  }

  #figure(attributes: Attributes, scenario: string, set?: Overrides): FigureAsk {
    const overrides = set ?? attributes.set();
    const outcome = outcomeOf(this.content, scenario, overrides);
    const time_ns = attributes.time('at');
    if (time_ns !== undefined && time_ns > outcome.end_ns)
      throw new Error(`at="${attributes.need('at')}" is after the end of ${scenario}`);
    const request = attributes.get('request');
    if (request !== undefined && requestOf(request, outcome.lives) === undefined)
      throw new Error(`${scenario} has no request "${request}"`);
    const light = attributes.parts('light');
    const knobs = attributes.list('knobs');
    knobsOf(outcome, knobs);
    const cue: Cue = {
      ...(time_ns === undefined ? {} : { time_ns }),
      ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
      ...(request === undefined ? {} : { request: number(request) }),
      ...(light.length > 0 ? { light } : {}),
    };
    return { scenario, cue, knobs, sections: attributes.sections() };
  }

  #guess(
    kind: 'predict' | 'draw',
    node: RootContent,
    attributes: Attributes,
    children: readonly RootContent[],
  ): void {
    const cut = children.findIndex((child) => child.type === 'thematicBreak');
    const question = cut < 0 ? children : children.slice(0, cut);
    const listed = kind === 'predict' ? question.at(-1) : undefined;
    const list = listed?.type === 'list' ? listed.children : undefined;
    const asked = list ? question.slice(0, -1) : question;
    if (asked.length === 0) throw new Error(`${kind} needs its question inside it`);
    const guess = {
      id: `${this.slug}-${this.blocks.length}`,
      question: this.#html(asked),
      reveal: cut < 0 ? [] : this.#each(verdictFirst(children.slice(cut + 1))),
    };
    const [first] = cut < 0 ? [] : children.slice(cut + 1);
    const said = first?.type === 'paragraph' ? textOf(first) : '';
    const place = this.blocks.length;
    this.blocks.push({ kind: 'prose', html: '' });
    // It may be about the run of a figure further down.
    this.#later.push(() =>
      this.problems.try(node, () => {
        const about = this.#about(attributes);
        const told = this.#pictureBefore(place);
        if (kind === 'predict') {
          const when = this.#when(attributes, about, told, decidedAt);
          const shown = when.show_ns !== undefined;
          const asked = asker(this.content, about, shown);
          const answer = list
            ? wordedOf(
                attributes,
                list.map((item) => this.#option(item, attributes.need('of'), asked)),
              )
            : attributes.get('way') === undefined
              ? predictOf(attributes, asked, said)
              : wayOf(attributes, asker(this.content, this.#unturned(about, when), false), asked);
          this.blocks[place] = { kind, ...guess, ...when, ...answer };
        } else if (about.kind === 'bench')
          throw new Error('draw is for the requests of a run; a curve is drawn in a curve block');
        else {
          const drawn = drawOf(attributes, outcomeOf(this.content, about.scenario, about.set));
          const ends = drawn.items.map(({ from_ns, truth_ns }) => from_ns + truth_ns);
          const when = this.#when(attributes, about, told, () => Math.max(...ends));
          this.blocks[place] = { kind, ...guess, ...when, words: attributes.need('of'), ...drawn };
        }
      }),
    );
  }

  /** An item of a list of options. Without a condition of its own the question's is asked, of its own run. */
  #option(item: ListItem, of: string, asked: Asker): Worded {
    const { text, given } = endOf(item);
    const attributes = new Attributes('option', given);
    const condition = attributes.get('if') ?? of;
    if (!isCondition(condition))
      throw new Error(`an option is right if a condition holds: say if="..." after "${text}"`);
    const own = attributes.get('run') !== undefined || attributes.get('set') !== undefined;
    const one = own ? asker(this.content, this.#about(attributes), false) : asked;
    const shape = attributes.list('shape')?.map(Number);
    if (shape?.some((height) => !(height >= 0 && height <= 9)))
      throw new Error(`shape="${attributes.get('shape')}": heights from 0 to 9`);
    return { text, right: one.holds(condition), ...(shape ? { shape } : {}) };
  }

  #pictureBefore(place: number): boolean {
    return this.blocks.slice(0, place).some(({ kind }) => kind === 'figure' || kind === 'goals');
  }

  /**
   * How the picture answers: the moment of the question, the moment at which its run has the answer, and what a tap turns
   * before that run. A question whose run is in no picture is refused. A curve or a chart has no moments.
   */
  #when(
    attributes: Attributes,
    about: About,
    told: boolean,
    decided: (of: string, outcome: Outcome) => number,
  ): Watch {
    if (about.kind === 'bench') {
      if (this.picture?.kind !== 'curve' && this.picture?.kind !== 'chart')
        throw new Error(`no picture of this step shows ${about.bench}: a guess needs one that answers it`);
      for (const key of ['show', 'opens', 'in'])
        if (attributes.get(key) !== undefined)
          throw new Error(`${key}: a chart has no moments`);
      return { opens_ns: undefined, show_ns: undefined, ms: 0, turns: undefined };
    }
    const { cue, turns } = this.#shown(about);
    const of = attributes.need('of');
    const outcome = outcomeOf(this.content, about.scenario, about.set);
    const moment = (key: string) => {
      const measure = attributes.get(key);
      return measure === undefined ? undefined : momentAt(measure, outcome);
    };
    const show_ns = moment('show') ?? decided(of, outcome);
    const opens_ns =
      moment('opens') ?? (told ? cue.time_ns : askedAt(of, show_ns, cue.time_ns, outcome));
    if (opens_ns !== undefined && opens_ns >= show_ns)
      throw new Error(
        `the picture opens at ${opens_ns / 1e9} s, and the answer is there at ${show_ns / 1e9} s: say opens="..."`,
      );
    if (opens_ns !== undefined && standsThere(of, outcome, opens_ns))
      throw new Error(`the picture at ${opens_ns / 1e9} s shows the answer at rest: say opens="..."`);
    const in_ns = attributes.time('in');
    const ms = in_ns === undefined ? WATCHED_MS : in_ns / 1e6;
    if (ms < LEAST_MS || ms > MOST_MS)
      throw new Error(`in="${attributes.need('in')}": a reader watches for 4 to 8 s`);
    return { opens_ns, show_ns, ms, turns };
  }

  /** The run of the picture before a tap turns its knobs. */
  #unturned(about: About, { turns }: Watch): About {
    const { picture } = this;
    if (about.kind !== 'run' || turns === undefined || picture?.kind !== 'figure')
      throw new Error('way asks what a knob changes: say set="..." for a knob of the figure');
    return { ...about, set: picture.figure.cue.overrides ?? {} };
  }

  /** The picture's cue, and the knobs that are turned in it to show the run of a guess. */
  #shown({ scenario, set }: About & { readonly kind: 'run' }): {
    readonly cue: Cue;
    readonly turns: Overrides | undefined;
  } {
    const { picture } = this;
    const figures =
      picture?.kind === 'figure'
        ? [picture.figure]
        : picture?.kind === 'twins'
          ? [picture.left, picture.right]
          : [];
    const of = figures.filter((one) => one.scenario === scenario);
    const [first] = figures;
    if (first && of.some(({ cue }) => sameOverrides(cue.overrides ?? {}, set)))
      return { cue: first.cue, turns: undefined };
    const refuse = (why: string) =>
      new Error(`the run of this guess, ${scenario} ${JSON.stringify(set)}, is in no picture: ${why}`);
    if (!first || of.length === 0) throw refuse('the step shows another scenario');
    if (picture?.kind !== 'figure') throw refuse('a tap turns a knob of one run, not of two');
    const before = first.cue.overrides ?? {};
    const turned = Object.keys({ ...before, ...set }).filter((name) => before[name] !== set[name]);
    const knobs = first.knobs ?? [];
    const missing = turned.filter((name) => !knobs.includes(name));
    if (missing.length > 0) throw refuse(`the figure has no knob ${oneOf(missing)}`);
    return { cue: first.cue, turns: set };
  }

  #goals(attributes: Attributes, children: readonly RootContent[]): void {
    const figure = this.#figure(attributes, attributes.need('scenario'));
    this.#setPicture({ kind: 'figure', figure });
    const list = children.at(-1);
    if (list?.type !== 'list') throw new Error('goals end with a list: - text {check="condition"}');
    const outcome = outcomeOf(this.content, figure.scenario, figure.cue.overrides ?? {});
    const { least, most } = GOALS;
    if (list.children.length < least || list.children.length > most)
      this.problems.add(list, `goals are ${least} to ${most}, not ${list.children.length}`);
    const goals = list.children.flatMap(
      (item) => this.problems.try(item, () => this.#goal(item, outcome)) ?? [],
    );
    const intro = this.#each(children.slice(0, -1));
    this.blocks.push({ kind: 'goals', id: this.slug, intro, goals });
  }

  #goal(item: ListItem, outcome: Parameters<typeof holds>[1]): Goal {
    const { paragraph, given } = endOf(item);
    const check = given['check'];
    if (check === undefined)
      throw new Error('a goal is one paragraph that ends with {check="condition"}');
    this.inline.prepare(item);
    if (holds(readCondition(check), outcome))
      throw new Error(`this goal is reached before the reader begins: ${check}`);
    return { html: inlineHtml(paragraph.children), check };
  }

  /** What a machine must see is for `npm run test:server` only, not for readers. */
  #server(children: readonly RootContent[]): void {
    readMachine(children.filter(isForMachine));
    const shown = children.filter((child) => !isForMachine(child));
    this.blocks.push({ kind: 'server', parts: shown.map((child) => this.#part(child)) });
  }

  #part(node: RootContent): ServerPart {
    if (node.type !== 'code') return { kind: 'prose', html: this.#html([node]) };
    const file = node.meta?.trim();
    if (!file) {
      this.problems.add(node, 'a block of commands needs a file name: ```ini my.cnf');
      return { kind: 'prose', html: '' };
    }
    return { kind: 'file', file, lang: node.lang ?? '', code: node.value };
  }
}

/** The paragraph of an item, its words, and what stands in braces at its end, which is taken away. */
function endOf(item: ListItem) {
  const [paragraph] = item.children;
  if (paragraph?.type !== 'paragraph' || item.children.length !== 1)
    throw new Error('an item of this list is one paragraph');
  const given: Record<string, string> = {};
  const last = paragraph.children.at(-1);
  const found = last?.type === 'text' ? /\s*\{([^{}]+)\}\s*$/.exec(last.value) : undefined;
  if (last?.type === 'text' && found) {
    last.value = last.value.slice(0, found.index);
    const pairs = found[1] ?? '';
    const rest = pairs.replaceAll(
      /([\w-]+)=(?:"([^"]*)"|([^\s"]+))/g,
      (_, key: string, quoted?: string, bare?: string) => {
        given[key] = quoted ?? bare ?? '';
        return '';
      },
    );
    if (rest.trim() !== '')
      throw new Error(`{${pairs}}: written name="value", several with spaces between`);
  }
  return { paragraph, text: textOf(paragraph), given };
}

/** What a guess is about: a run or a benchmark, each with its own language. */
function asker(library: Library, about: About, shown: boolean): Asker {
  if (about.kind === 'run') {
    const outcome = outcomeOf(library, about.scenario, about.set);
    const asked = askerOf(RUNS, outcome, wordsOf);
    return shown ? { ...asked, meansOf: meantIn(outcome) } : asked;
  }
  return askerOf(BENCHES, benchOf(library, about.bench), benchWordsOf);
}

function unknown(name: string): string {
  return (INLINE as readonly string[]).includes(name)
    ? `${name} stands inside a sentence: :${name}[text]{...}`
    : `no block ":::${name}"; allowed: ${oneOf(BLOCKS)}`;
}

function number(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
