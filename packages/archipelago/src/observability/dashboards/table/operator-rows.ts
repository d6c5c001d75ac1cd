import type { Row } from '../model/dashboard.ts';
import { timeSeries } from '../model/panels.ts';
import { ageOf, greatest, of, perHour, quantile, ratePer } from '../model/query.ts';

const lately = { share: 0.99, within: '5m' } as const;

/** Requests that the operator sends, and those that it answers. */
export const apiRow: Row = {
  title: 'API server',
  panels: [
    timeSeries({
      id: 'requests',
      title: 'Requests to the API server',
      description: 'By verb and answer; without a code there was none.',
      unit: 'per-second',
      show: [{ expression: ratePer('requests', ['verb', 'code']), legend: '{{verb}} {{code}}' }],
    }),
    timeSeries({
      id: 'request-duration',
      title: 'How long the API server takes',
      description: 'What 99 of 100 requests stayed below, by verb; of a watch, until it began.',
      unit: 'seconds',
      show: [{ expression: quantile(lately, 'requestDuration', ['verb']), legend: '{{verb}}' }],
    }),
    timeSeries({
      id: 'informer-age',
      title: 'Since informers heard the API server',
      description: 'Quiet kinds are asked now and then. ArchipelagoWatchStale fires where it grows.',
      unit: 'seconds',
      show: [
        {
          expression: ageOf(`min by(resource) (${of('informerHeard')} > 0)`),
          legend: '{{resource}}',
        },
      ],
    }),
    timeSeries({
      id: 'informer-objects',
      title: 'Objects in memory',
      description: 'Objects that informers mirror, by kind.',
      show: [{ expression: greatest('informerObjects', ['resource']), legend: '{{resource}}' }],
    }),
    timeSeries({
      id: 'watch-restarts',
      title: 'Watches begun again within an hour',
      description: 'One or two are usual; many say that a connection does not last.',
      width: 4,
      show: [{ expression: perHour('watchRestarts', ['resource']), legend: '{{resource}}' }],
    }),
    timeSeries({
      id: 'admission',
      title: 'What the webhook judged',
      description: 'Requests by decision; error means that nothing could be said. Empty without the webhook.',
      unit: 'per-second',
      width: 4,
      show: [
        { expression: ratePer('admissionDecisions', ['kind', 'decision']), legend: '{{kind}} {{decision}}' },
      ],
    }),
    timeSeries({
      id: 'admission-duration',
      title: 'How long the webhook takes',
      description: 'What 99 of 100 judgements stayed below. Who applies something waits for it.',
      unit: 'seconds',
      width: 4,
      show: [{ expression: quantile(lately, 'admissionDuration', ['kind']), legend: '{{kind}}' }],
    }),
  ],
};

/** Of the metrics that every process has, those of the operator. */
const own = (expression: string) => `${expression} and on(job, instance) ${of('buildInfo')}`;

/** What the process takes. */
export const processRow: Row = {
  title: 'Process',
  panels: [
    timeSeries({
      id: 'memory',
      title: 'Memory',
      description: 'Resident memory by replica. Its limit stands in the Deployment.',
      unit: 'bytes',
      width: 4,
      show: [{ expression: own(of('processMemory')), legend: '{{instance}}' }],
    }),
    timeSeries({
      id: 'cpu',
      title: 'CPU',
      description: 'CPUs in use by replica.',
      width: 4,
      show: [{ expression: own(`rate(${of('processCpu')}[5m])`), legend: '{{instance}}' }],
    }),
    timeSeries({
      id: 'lag',
      title: 'Event loop',
      description: 'How late the event loop is. Seconds of it: the process lacks CPU.',
      unit: 'seconds',
      width: 4,
      show: [{ expression: own(of('eventLoopLag')), legend: '{{instance}}' }],
    }),
  ],
};
