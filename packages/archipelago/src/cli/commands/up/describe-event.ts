import { printFieldPath } from '../../../config/framework/field-path.ts';
import { type Action, keyOf } from '../../../engine/plan/action.ts';
import { printDone } from '../../../engine/plan/print-action.ts';
import type { LayeringNews, OperatorEvent } from '../../../operator/options/operator-event.ts';

/** One line for people, and whether it asks for their attention. */
interface EventLine {
  readonly level: 'step' | 'warning';
  readonly text: string;
}

type Acted = Extract<OperatorEvent, { type: 'acted' }>;

/** What the operator did, as `up` tells it; undefined where it is nobody's business. */
export function describeEvent(event: OperatorEvent): EventLine | undefined {
  switch (event.type) {
    case 'acted':
      return describeAction(event);
    case 'bootSource':
      return describeBootSource(event.action);
    case 'layering':
      return describeLayering(event.news);
    case 'problem':
      return { level: 'warning', text: `operator: ${event.message}` };
    default:
      return undefined;
  }
}

/** Statuses follow from what the other lines tell. */
function describeLayering(news: LayeringNews): EventLine | undefined {
  if (news.kind === 'action')
    return news.action.kind === 'status' ? undefined : { level: 'step', text: printDone(news.action) };
  const { level, reason, message } = news.finding;
  return { level: level === 'info' ? 'step' : 'warning', text: `${news.config}: ${reason}: ${message}` };
}

/** The crons tell enough; for each there is a DataSource. */
function describeBootSource(action: Action): EventLine | undefined {
  if (action.object.kind !== 'DataImportCron') return undefined;
  return { level: 'step', text: printDone(action) };
}

function describeAction({ action, verdict }: Acted): EventLine | undefined {
  switch (verdict.verdict) {
    case 'created':
    case 'removed':
      return { level: 'step', text: `${verdict.verdict} ${keyOf(action)}` };
    case 'removing':
      return { level: 'step', text: `deleted ${keyOf(action)}; its finalizers hold it` };
    case 'updated':
    case 'reverted':
      return { level: 'step', text: `${verdict.verdict} ${keyOf(action)}${fieldsOf(action)}` };
    case 'refused':
      return { level: 'warning', text: verdict.because };
    case 'stale':
    case 'unchanged':
      return undefined;
  }
}

const mostFields = 3;

function fieldsOf(action: Acted['action']): string {
  if (!('changes' in action)) return '';
  const fields = action.changes.map(({ path }) => printFieldPath(path));
  const more = fields.length > mostFields ? ` and ${fields.length - mostFields} more` : '';
  return fields.length === 0 ? '' : `: ${fields.slice(0, mostFields).join(', ')}${more}`;
}
