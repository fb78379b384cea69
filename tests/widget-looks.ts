import type { AnyWidget, ScenarioWidget } from '../web/src/build/widgets/widgets';

/** What decides how a run is drawn: its server, its groups, its machine and its crowd. */
function looks({ json }: ScenarioWidget['file']): string {
  const [, server = ''] = /"scheduler": ?"(\w+)"/.exec(json) ?? [];
  const [, groups = '1'] = /"thread_pool_size": ?(\d+)/.exec(json) ?? [];
  const number = Number(groups) > 24 ? 'many' : Number(groups) > 2 ? 'some' : 'few';
  const [, clients = '1'] = /"clients": ?(\d+)/.exec(json) ?? [];
  return `${server} ${number} ${/"machine": ?\{/.test(json)} ${Number(clients) > 96}`;
}

/** Two widgets with the same look are drawn by the same code. */
export const looksOf = (widget: AnyWidget): string => {
  if (widget.kind === 'benchmark') return widget.kind;
  const files = widget.kind === 'pair' ? [widget.left.file, widget.right.file] : [widget.file];
  return `${widget.kind} ${files.map(looks).join(', ')}`;
};
