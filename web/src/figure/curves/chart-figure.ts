import type { Subject } from '../../model/embedding/snippets';
import type { LogSeries } from '../../ui/charts/log-chart';

/** A published table as one chart, for a page that discusses it; nothing is simulated. */
export interface ChartFigureProps {
  readonly title: string;
  readonly series: readonly LogSeries[];
  readonly places: readonly number[];
  readonly x_title: string;
  readonly y_title: string;
  /** Who measured it, and when. */
  readonly source: string;
  /** The series that are visible before a guess is made. */
  readonly before?: readonly string[];
  /** A guess is pending. */
  readonly covered?: boolean | undefined;
  /** Its published frame, if it has one. */
  readonly subject?: Subject | undefined;
}
