/** The servers' variables in words, and their values as servers print them. */
import type { OverrideValue, Variable } from '../../model/run/types';
import { LIST, TO } from '../../model/joined';

export { newest, variablesOf } from '../../model/servers/servers';

/** The values that a variable accepts: "1 to 1000", "ON, OFF", "auto, high, low". */
export function allowedWords({ kind, unit }: Variable): string {
  switch (kind.type) {
    case 'number':
      return `${kind.min}${TO}${kind.max}${unit ? ` ${unit}` : ''}`;
    case 'switch':
      return 'ON, OFF';
    case 'choice':
      return kind.values.join(LIST);
  }
}

const SIZES: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

/** Parses a value as a server prints it or an option file has it; undefined if it is not allowed. */
export function readServerValue(text: string, { kind }: Variable): OverrideValue | undefined {
  switch (kind.type) {
    case 'number': {
      const found = /^(\d{1,15})(?:\.0+)?([KMG]?)$/i.exec(text);
      if (!found) return undefined;
      const value = Number(found[1]) * (SIZES[(found[2] ?? '').toUpperCase()] ?? 1);
      return value >= kind.min && value <= kind.max ? value : undefined;
    }
    case 'switch':
      if (/^(on|1|true|yes)$/i.test(text)) return true;
      return /^(off|0|false|no)$/i.test(text) ? false : undefined;
    case 'choice':
      return kind.values.find((value) => value === text.toLowerCase());
  }
}
