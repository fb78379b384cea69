/** Chinese; what each name is for: `locale.ts`. */
import { inDigits as digits } from './numerals';
import type { Locale } from './locale';

export const CODE = 'zh';
export const CARD_LOCALE: Locale['CARD_LOCALE'] = 'zh_CN';

export const LIST = '、';
export const CLAUSE = '，';
export const SEMI = '；';
export const COLON = '：';
export const STOP = '。';
export const NEXT = '';
export const AFTER_NAME = '：';
export const PERCENT = '%';
export const TO = ' 到 ';
export const OPEN = '（';
export const SHUT = '）';
export const MEASURE_WORD = ' 个';
export const JUDGED_LISTS: Locale['JUDGED_LISTS'] = [
  [', …', '…'],
  [', ', '、'],
  [' and ', ' 和 '],
];
/** A blank separates a client's name from the words, but not a number of clients. */
export const NO_BLANK: Locale['NO_BLANK'] = /(?<=个) (?=[\u4e00-\u9fff])/g;
export const inDigits: Locale['inDigits'] = (text) => digits(text.trim());
export const NAMES_IN_WORDS: boolean = true;

export const WIDE: Locale['WIDE'] = /[\u2e80-\u9fff\uff00-\uffef]/g;
export const SQUARE_FROM = 0x2014;
export const PIECE =
  /[“‘（《「]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef“‘]+)[，。、；：！？”’）》」]*\s*/g;
export const LEAST_ON_LINE = 5;

export const LONGEST_VERDICT = 34;
export const ONE_BREATH = 18;
export const SENTENCE_END = /[。！？]/;
export const SENTENCES = /(?<=[.?!…])\s+|(?<=[。？！])/u;
export const LONGEST_FOUND = 60;
export const CUT: Locale['CUT'] = [/(?!)/, '…'];
export const UNSPACED: Locale['UNSPACED'] = /^\p{Script=Han}/u;
/**
 * Also characters that are nearly always a word of their own: no pair contains or crosses one. Without them the index would be
 * twice as large.
 */
export const COMMON_UNSPACED: Locale['COMMON_UNSPACED'] = new RegExp(
  [
    '为什么|怎么样?|什么|如何|多少|多大|哪些|哪个|可以|应该|一下|没有|自己|已经|所以|因为|如果|但是|还是|还有|或者|只有|只要',
    '现在|时候|之后|之前|以后|不会|不是|一样|一直|一起|那么|这样|然后|同样|就是|所有|可能|只能|不能|最后',
    '第?[一两二三四五六七八九十几每][个条台次遍行份种批秒]?',
    '只(?!读)|从(?!库)|(?<!饱)和',
    '[个的了吗呢吧是你我它他这那都也很在就再又被把给让跟里着还才而但却于与及有没要到已正]',
  ].join('|'),
  'u',
);
export const TIED: Locale['TIED'] =
  /^(?:[\s，。、；：？！）》」』”’…%.,;:?!)\]]|的|[了吗呢吧们着过地得里器端级率量数性者化池组样住办久用它库]$|不了$|去$)/u;
export const COUNTED: Locale['COUNTED'] =
  /(?<=\d) (?=[个条次行列秒核倍种台把张组步遍份页课级位人台扇封拍点天])|(?<=第|组|约|[到至]) (?=\d)/g;
export const BEHIND_NUMBER: Locale['BEHIND_NUMBER'] =
  /^ ?(?:[个条次行秒核倍种台把张组步遍份批扇封位人]|毫秒|微秒)?/u;
/** `不能：…` answers 能…吗, `拦不住。` 拦得住吗, `有，…` 有…吗. */
export const YES_NO: Locale['YES_NO'] = (answer) => {
  const [said = ''] = answer.split(/[，。：；、]/);
  const word = said.trim();
  if (word.length > 4) return undefined;
  if (/^没有/.test(word)) return ['有', '没有'];
  if (word === '有') return ['有', '没有'];
  if (/^不./.test(word)) return [word.slice(1), word];
  if (/^.+不.+$/.test(word)) return [word.replace('不', '得'), word];
  if (/^.+得.+$/.test(word)) return [word, word.replace('得', '不')];
  if (word === '要等') return [word, '不用等'];
  return /^[能会在够]$/.test(word) ? [word, `不${word}`] : undefined;
};
/** `会话（session）` is both, and so are two phrases with a blank between them. */
export const BETWEEN_NAMES: Locale['BETWEEN_NAMES'] =
  /[（）、]|(?<=\p{Script=Han})\s+(?=\p{Script=Han})/u;
