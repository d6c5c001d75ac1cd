import { keyOf } from '../../../../engine/plan/action.ts';
import { doneWord, doWord, printDone, printTarget } from '../../../../engine/plan/print-action.ts';
import type { AnsweredVerdict } from '../../../../engine/verdict.ts';
import type { Component } from '../../../../operator/options/component.ts';
import type { LayeringNews, OperatorEvent } from '../../../../operator/options/operator-event.ts';
import { toldChange } from '../../../../reconcile/told-change.ts';

/** What a line has besides its message. */
interface LineFields {
  /** Whose line it is. */
  readonly component: Component;
  readonly [field: string]: unknown;
}

/** What is needed of a logger. */
export type EventLog = (level: LineLevel, fields: LineFields, message: string) => void;

/** A log of one component. */
export type ComponentLog = (
  level: LineLevel,
  fields: Readonly<Record<string, unknown>>,
  message: string,
) => void;

type LineLevel = 'debug' | 'info' | 'warn';

/** A line of the log. */
export type Line = readonly [level: LineLevel, fields: LineFields, message: string];

/** The log as one component has it. */
export function logOf(log: EventLog, component: Component): ComponentLog {
  return (level, fields, message) => log(level, { component, ...fields }, message);
}

/** What became of an action on an operand. */
export type Acted = Extract<OperatorEvent, { type: 'acted' }>;

/** One line per event: what was done to what, which fields, and why it was not. */
export function lineOf(event: OperatorEvent): Line {
  return isOfElection(event) ? electionLine(event) : workLine(event);
}

function workLine(event: Exclude<OperatorEvent, ElectionEvent>): Line {
  switch (event.type) {
    case 'platform':
      return ['info', { component: 'mirror', platform: event.platform }, 'the cluster has been read'];
    case 'status':
      return ['debug', { component: 'operands', conditions: event.status.conditions }, 'status written'];
    case 'problem':
      return problemLine(event);
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

type ElectionEvent = Extract<OperatorEvent, { type: 'leading' | 'notLeading' | 'waiting' }>;

function isOfElection(event: OperatorEvent): event is ElectionEvent {
  return event.type === 'leading' || event.type === 'notLeading' || event.type === 'waiting';
}

function electionLine(event: ElectionEvent): Line {
  switch (event.type) {
    case 'leading':
      return ['info', { component: 'election' }, 'leading'];
    case 'notLeading':
      return ['warn', { component: 'election', because: event.because }, 'no longer leading'];
    case 'waiting':
      return waitingLine(event);
  }
}

function waitingLine({ leader, lease }: Extract<OperatorEvent, { type: 'waiting' }>): Line {
  const [namespace, name] = lease.split('/');
  const where = `kubectl get lease ${name} -n ${namespace} names the pod or machine that leads`;
  const message = `another Archipelago operator leads, and this one waits, as a replica should; if it is none, end one of the two (${where})`;
  return ['info', { component: 'election', leader, lease }, message];
}

function problemLine({ message, of = 'operator' }: Extract<OperatorEvent, { type: 'problem' }>): Line {
  return ['warn', { component: of }, message];
}

function bootSourceLine({ action }: Extract<OperatorEvent, { type: 'bootSource' }>): Line {
  const { because } = action;
  return [
    'info',
    { component: 'golden-images', object: printTarget(action), because: because },
    doneWord(action),
  ];
}

function reconciledLine({ durationMs, because }: Extract<OperatorEvent, { type: 'reconciled' }>): Line {
  const fields = { component: 'operands', durationMs: Math.round(durationMs) } as const;
  return because === undefined
    ? ['debug', fields, 'reconciled']
    : ['warn', { ...fields, because }, 'not done yet'];
}

function layeringLine(news: LayeringNews): Line {
  if (news.kind === 'action') return ['info', { component: 'layering' }, printDone(news.action)];
  const { level, reason, message } = news.finding;
  const component = news.of ?? 'layering';
  return [level === 'info' ? 'info' : 'warn', { component, config: news.config, reason }, message];
}

function actionLine({ action, verdict }: Acted): Line {
  const fields = { component: 'operands', object: keyOf(action), ...changed(action, verdict) } as const;
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

/** Of a list that was torn apart the first are enough. */
const mostChanges = 20;

/** Why an object was made or removed; of one that changed, each field and its cause, `most` of them at most. */
export function changed(
  action: Acted['action'],
  { verdict }: AnsweredVerdict,
  most: number = mostChanges,
): object {
  if (!('changes' in action)) return { why: action.because };
  const told = action.changes.slice(0, most);
  const more = action.changes.length - told.length;
  return {
    changes: told.map((change) => toldChange(change, verdict === 'reverted')),
    ...(more === 0 ? {} : { more }),
  };
}
