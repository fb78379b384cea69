// Made from `web/src/model/embedding/attributes.ts` by `npm run generate`.

/** The attributes that have names of their own. */
export interface NamedAttributes {
  /** Which figure: the name in its address `/embed/NAME/`. */
  scenario: string;
  /** The address of the figures, such as `https://example.org/pools/`. Not needed if the module comes from there. */
  site?: string;
  /** `click` (the default): the frame loads when the button is pressed; `visible`: when it comes near the visible part of the page. */
  load?: 'click' | 'visible';
  /** A fixed height in px, into which the figure fits itself. Without it the element is as tall as the figure. */
  height?: number | string;
  /** The button's word in your page's language. Default: Play */
  label?: string;
  /** A picture of your own in place of the site's, for example of your state: the address of an image. */
  poster?: string;
  /** More parameters in one, written as in an address: `cores=4&think%20time=2`. */
  params?: string;
  /** The seed of the random streams. */
  seed?: number | string;
  /** The moment at which the figure opens. */
  t?: string;
  /** The request that is marked, by its number or name. */
  r?: number | string;
  /** What the camera shows of a large pool: the middle and the width, in percent of the whole. */
  at?: string;
  /** Another server for the same requests. */
  server?: string;
  /** What the figure shows: the scene, the timeline of all requests, the log, or the threads and queues over time; or first a question, and the scene after the reader’s guess. */
  view?: 'scene' | 'timeline' | 'log' | 'chart' | 'guess';
  /** Only a part of the figure, in a low frame: the scene, the timeline, or the numbers of a figure about queues. It has no controls, unless the address names some. */
  only?: 'all' | 'scene' | 'timeline' | 'numbers';
  /** full: playback and knobs; minimal: playback only; none: the picture with its link. */
  controls?: 'full' | 'minimal' | 'none';
  /** auto follows the reader's system or the page around the frame. */
  theme?: 'auto' | 'light' | 'dark';
  /** The language of the text. */
  lang?: string;
  /** auto follows the reader's setting; reduced shows steps instead of movement. */
  motion?: 'auto' | 'reduced';
  /** 1: it plays by itself while the reader can see it, and stops when out of view. It never does so for readers who want less motion. */
  autoplay?: '0' | '1' | 0 | 1 | '' | boolean;
  /** 1: it starts again at the end, but not for readers who want less motion. */
  loop?: '0' | '1' | 0 | 1 | '' | boolean;
  /** story: each event takes as long as you need to see it; a number: that many times as fast as the run itself. */
  speed?: 'story' | '0.001' | '0.002' | '0.005' | '0.01' | '0.02' | '0.05' | '0.1' | '0.2' | '0.5' | '1' | '2' | '5' | '10' | '20' | '50' | '100' | 0.001 | 0.002 | 0.005 | 0.01 | 0.02 | 0.05 | 0.1 | 0.2 | 0.5 | 1 | 2 | 5 | 10 | 20 | 50 | 100;
  /** The moment at which playing starts, and to which a loop returns. */
  from?: string;
  /** The moment at which playing ends. */
  to?: string;
  /** For frames of a fixed height. 1: everything fits; 0: the natural size; auto: it fits if the page around it fixes the height. */
  fit?: 'auto' | '0' | '1' | 0 | 1;
  /** 1: without title, mark and link; they open with the source, behind the (i). */
  plain?: '0' | '1' | 0 | 1 | '' | boolean;
  /** 1: without a ground and a border of its own, so that your page's shows. */
  transparent?: '0' | '1' | 0 | 1 | '' | boolean;
  /** plain: words for a text about any queue, and no names of servers and settings; these are behind the (i). */
  words?: 'server' | 'plain';
  /** Your own title. */
  title?: string;
  /** Your own caption in place of the computed sentence. The source stays. */
  caption?: string;
  /** The colour of the play button and the link, without #. Colours that mean states stay as they are. */
  accent?: string;
  /** The typeface of title and caption. The drawing keeps its own. */
  font?: 'sans' | 'serif' | 'mono';
}
