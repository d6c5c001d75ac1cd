import { type JsonObject, type MovableClock, textAt, timestamp } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import type {
  ClusterExtension,
  ExtensionAnswer,
  ExtensionRefusal,
  ExtensionRequest,
} from '@archipelago/kube-sandbox';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { durationMs, durationText, farthestMs, rememberAhead } from './clock-memory.ts';

const group = 'sandbox.archipelago.dev';
const version = 'v1';
const only = 'cluster';
const account = 'archipelago-simulated-clock';

/** Where the clock of an embedded cluster is read, by GET, and moved on, by PUT of `{"by": "25h"}`. */
export const clockPath = `/apis/${group}/${version}/clocks/${only}`;
export const advancePath = `${clockPath}/advance`;

type Remember = (aheadMs: number) => Promise<void>;

/** The clock of a cluster as an API: who may update `clocks/advance` moves it on, for everybody. */
export function clockApi(clock: MovableClock): ClusterExtension {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    group,
    version,
    resources: [
      {
        plural: 'clocks',
        namespaced: false,
        own: { kind: 'Clock', singular: 'clock', verbs: ['get', 'list'] },
        subresources: [{ name: 'advance', kind: 'Clock', verbs: ['update'] }],
      },
    ],
    as: { name: account, groups: ['system:masters', 'system:authenticated'] },
    answer: (request, transport) => {
      const client = createKubernetesClient({ transport, userAgent: account, fieldManager: account });
      // one after the other: what is remembered is where the clock is
      const answered = turn.then(() => answer(request, clock, (ahead) => rememberAhead(client, ahead)));
      turn = answered.catch(() => undefined);
      return answered;
    },
  };
}

async function answer(
  { verb, name, subresource, body = {} }: ExtensionRequest,
  clock: MovableClock,
  remember: Remember,
): Promise<ExtensionAnswer> {
  if (verb === 'list') return { code: 200, object: listOf(clock) };
  if (name !== only) return { refusal: missing(name) };
  if (subresource === 'advance') {
    const by = durationMs(textAt(body, 'by'));
    const problem = problemOf(by, clock.aheadMs);
    if (by === undefined || problem !== undefined) return { refusal: badBy(problem) };
    // first what is remembered: a cluster that goes on must not be earlier than it was
    await remember(clock.aheadMs + by);
    clock.moveOn(by);
  }
  return { code: 200, object: { kind: 'Clock', apiVersion: `${group}/${version}`, ...shown(clock) } };
}

function problemOf(by: number | undefined, aheadMs: number): string | undefined {
  if (by === undefined) return 'must be a duration such as 25h or 90m';
  if (by <= 0) return 'must be longer than nothing: the clock does not go back';
  return aheadMs + by > farthestMs
    ? `would bring the clock more than ${durationText(farthestMs)} ahead of this machine's`
    : undefined;
}

function shown(clock: MovableClock): JsonObject {
  return {
    metadata: { name: only, annotations: { [simulatedAnnotation]: 'true' } },
    status: { now: timestamp(clock.now()), ahead: durationText(clock.aheadMs) },
  };
}

function listOf(clock: MovableClock): JsonObject {
  return { kind: 'ClockList', apiVersion: `${group}/${version}`, metadata: {}, items: [shown(clock)] };
}

function missing(name: string): ExtensionRefusal {
  const message = `clocks.${group} "${name}" not found`;
  return { code: 404, reason: 'NotFound', message, details: { name, group, kind: 'clocks' } };
}

function badBy(problem = ''): ExtensionRefusal {
  return { code: 400, reason: 'BadRequest', message: `by: ${problem}` };
}
