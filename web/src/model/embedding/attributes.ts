/**
 * The attributes of the element `pool-scope`: its own, and the parameters of a frame's address. `npm run generate` writes
 * them into the element, its types and its README (`web/tools/attributes.mjs`).
 */
import { PARAMS } from './params';

interface Own {
  readonly name: string;
  /** In TypeScript. */
  readonly type: string;
  readonly does: string;
  readonly needed?: true;
}

/** What the element does itself. */
export const OWN = [
  {
    name: 'scenario',
    type: 'string',
    does: 'Which figure: the name in its address `/embed/NAME/`.',
    needed: true,
  },
  {
    name: 'site',
    type: 'string',
    does: 'The address of the figures, such as `https://example.org/pools/`. Not needed if the module comes from there.',
  },
  {
    name: 'load',
    type: "'click' | 'visible'",
    does: '`click` (the default): the frame loads when the button is pressed; `visible`: when it comes near the visible part of the page.',
  },
  {
    name: 'height',
    type: 'number | string',
    does: 'A fixed height in px, into which the figure fits itself. Without it the element is as tall as the figure.',
  },
  {
    name: 'label',
    type: 'string',
    does: "The button's word in your page's language. Default: Play",
  },
  {
    name: 'poster',
    type: 'string',
    does: "A picture of your own in place of the site's, for example of your state: the address of an image.",
  },
  {
    name: 'params',
    type: 'string',
    does: 'More parameters in one, written as in an address: `cores=4&think%20time=2`.',
  },
] as const satisfies readonly Own[];

type ParamName = (typeof PARAMS)[number]['name'];
/** The element adds the version itself, and any setting or label is an attribute by its own name. */
export type Parameter = Exclude<ParamName, 'v' | 'NAME' | 'label.NAME'>;
export const PARAMETERS = PARAMS.map(({ name }) => name).filter(
  (name): name is Parameter => name !== 'v' && name !== 'NAME' && name !== 'label.NAME',
);

/** Parameters that go to the frame otherwise than in the query: as a message, and as the folder of a language. */
export const NOT_IN_QUERY: readonly Parameter[] = ['theme', 'lang'];

export type Attribute = (typeof OWN)[number]['name'] | Parameter;
export const ATTRIBUTES: readonly Attribute[] = [...OWN.map(({ name }) => name), ...PARAMETERS];
