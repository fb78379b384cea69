/** Other settings, under which a fact that can fail is false. */
import type { MeasuredFile, MeasuredScenario } from '../../../web/src/build/measured/format';
import type { Settings } from '../../../web/src/build/measured/translate';
import { variablesOf } from '../../../web/src/model/servers/servers';

/**
 * The settings with one variable of the pool changed: halved, doubled, or switched off, its other choices, or its minimum.
 */
export function otherSettings(
  { version }: MeasuredFile,
  { variables }: MeasuredScenario,
): Settings[] {
  const rows = variablesOf('mariadb', version).filter(
    ({ name }) => name in variables || name.startsWith('thread_pool_'),
  );
  return rows.flatMap(({ name, kind }) => {
    const now = variables[name] ?? kind.default ?? '';
    const others = (): (number | string)[] => {
      switch (kind.type) {
        case 'switch':
          return [now === 'ON' ? 'OFF' : 'ON'];
        case 'choice':
          return [...kind.values];
        case 'number': {
          const half = Math.max(kind.min, Math.floor(Number(now) / 2));
          return [half, Math.min(kind.max, Number(now) * 2), kind.min];
        }
      }
    };
    const changed = new Set(others());
    return [...changed].flatMap((value) =>
      value === now ? [] : [{ ...variables, [name]: value }],
    );
  });
}
