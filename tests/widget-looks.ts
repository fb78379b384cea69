import type { AnyWidget } from '../web/src/build/widgets/widgets';

interface Written {
  readonly server: { readonly scheduler: string; readonly thread_pool_size?: number };
  readonly machine?: Readonly<Record<string, unknown>>;
  readonly clients?: readonly { readonly count?: number }[];
}

/** A few, several, or a crowd. */
const amount = (number: number, few: number, several: number) =>
  number <= few ? 'few' : number <= several ? 'several' : 'many';

/** What decides how a run is drawn, from its file: its server, its groups, its machine and its crowd. */
export function looksOfRun(json: string): string {
  const { server, machine, clients = [] } = JSON.parse(json) as Written;
  const groups = server.thread_pool_size ?? Number(machine?.['cores'] ?? 1);
  const all = clients.reduce((sum, { count = 1 }) => sum + count, 0);
  const model = ['run_queue', 'latch', 'cold_cache'].some((part) => machine?.[part] !== undefined);
  return `${server.scheduler}, ${amount(groups, 2, 24)} groups, ${amount(all, 24, 96)} clients${model ? ', a model of the server' : ''}`;
}

/** Two widgets with the same look are drawn by the same code; a pair is two runs, each drawn as it is alone. */
export const looksOf = (widget: AnyWidget): string => {
  switch (widget.kind) {
    case 'benchmark':
      return widget.kind;
    case 'pair':
      return `pair ${[widget.left, widget.right].filter(({ file }) => / many clients/.test(looksOfRun(file.json))).length}`;
    case 'scenario':
      return looksOfRun(widget.file.json);
  }
};
