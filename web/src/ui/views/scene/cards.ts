/** The code for many groups in one box, separate because a figure of one group never needs it. */
import { cardMarks, stripMarks } from './card-marks';
import { layoutCards } from './layout-card';

export interface Cards {
  readonly layoutCards: typeof layoutCards;
  readonly cardMarks: typeof cardMarks;
  readonly stripMarks: typeof stripMarks;
}

export const cards: Cards = { layoutCards, cardMarks, stripMarks };
