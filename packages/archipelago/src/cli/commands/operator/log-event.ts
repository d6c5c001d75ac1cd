import { printFieldPath } from '../../../config/framework/field-path.ts';
import { keyOf } from '../../../engine/plan/action.ts';
import { doneWord, doWord, printDone, printTarget } from '../../../engine/plan/print-action.ts';
import type { LayeringNews, OperatorEvent } from '../../../operator/options/operator-event.ts';

/** What is needed of a logger. */
export type EventLog = (level: LineLevel, fields: object, message: string) => void;

type LineLevel = 'debug' | 'info' | 'warn';

/** A line of the log. */
export type Line = readonly [level: LineLevel, fields: object, message: string];
type Acted = Extract<OperatorEvent, { type: 'acted' }>;

/** One line per event: what was done to what, which fields, and why it was not. */
export function lineOf(event: OperatorEvent): Line {
  switch (event.type) {
    case 'leading':
      return ['info', {}, 'leading'];
    case 'notLeading':
      return ['warn', { because: event.because }, 'no longer leading'];
    case 'platform':
      return ['info', { platform: event.platform }, 'the cluster has been read'];
    case 'status':
      return ['debug', { conditions: event.status.conditions }, 'status written'];
    case 'problem':
      return ['warn', {}, event.message];
    case 'reconciled':
      return reconciledLine(event);
    case 'bootSource':
      return bootSourceLine(event);
    case 'layering':
      return layeringLine(event.news);
    case 'acted':
      return actionLine(event);
  }
}

function bootSourceLine({ action }: Extract<OperatorEvent, { type: 'bootSource' }>): Line {
  return ['info', { object: printTarget(action), because: action.because }, doneWord(action)];
}

function reconciledLine({ durationMs, because }: Extract<OperatorEvent, { type: 'reconciled' }>): Line {
  const fields = { durationMs: Math.round(durationMs) };
  return because === undefined
    ? ['debug', fields, 'reconciled']
    : ['warn', { ...fields, because }, 'not done yet'];
}

function layeringLine(news: LayeringNews): Line {
  if (news.kind === 'action') return ['info', {}, printDone(news.action)];
  const { level, reason, message } = news.finding;
  return [level === 'info' ? 'info' : 'warn', { config: news.config, reason }, message];
}

function actionLine({ action, verdict }: Acted): Line {
  const fields = { object: keyOf(action), ...changed(action) };
  switch (verdict.verdict) {
    case 'created':
    case 'updated':
    case 'removed':
    case 'removing':
      return ['info', fields, verdict.verdict];
    case 'reverted':
      return ['warn', fields, 'reverted a foreign change'];
    case 'refused':
      return ['warn', { ...fields, because: verdict.because }, `${doWord(action)} was refused`];
    case 'stale':
    case 'unchanged':
      return ['debug', fields, verdict.verdict];
  }
}

function changed(action: Acted['action']): object {
  if (!('changes' in action)) return {};
  return { fields: action.changes.map(({ path }) => printFieldPath(path)) };
}
