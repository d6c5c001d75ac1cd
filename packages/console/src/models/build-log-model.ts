import { type JsonValue, textAt, valueAt, visibleText } from '@archipelago/apimachinery';
import { said } from './said.ts';

/** The last lines of a log, or why there are none. */
export interface BuildLogModel {
  readonly job: string;
  /** `''`: there is none, see `message`. */
  readonly text: string;
  readonly message: string;
  /** There may be more. */
  readonly isRunning: boolean;
  /** What came before is not shown. */
  readonly isCut: boolean;
  /** Its pod is gone; the operator kept this. */
  readonly isKept: boolean;
}

/** No answer is longer; what is told is shown whole, other than values. */
const longest = 200_000;

/** The log of a build, of what the console says; what steers terminals is shown as text. */
export function buildLogModel(answer: JsonValue): BuildLogModel {
  const text = textAt(answer, 'text');
  return {
    job: said(answer, 'job'),
    text: visibleText(text.slice(-longest), '\n\t'),
    message: said(answer, 'problem', 'message') || said(answer, 'message'),
    isRunning: valueAt(answer, 'isRunning') === true,
    isCut: valueAt(answer, 'isCut') === true || text.length > longest,
    isKept: valueAt(answer, 'isKept') === true,
  };
}
