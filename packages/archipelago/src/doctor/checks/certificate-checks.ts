import { X509Certificate } from 'node:crypto';
import { objectAt, objectsAt, parseGoDuration, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { HyperConvergedView } from '../cluster/hyper-converged-view.ts';
import { authorityMaps } from '../facts/fact-kinds.ts';
import type { Check, Found, ObjectReference, Outcome } from '../model/check.ts';

/** Certificates of components, and the authorities that they are checked against. */
export const certificateChecks: readonly Check[] = [
  {
    code: 'VD007',
    title: 'Certificates live long enough',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds'],
    message: '{field}.{which}: {problem}.',
    impact: 'Certificates are renewed all the time, and connections break meanwhile.',
    fix: 'give ca 48h and renewBefore 24h, server 24h and renewBefore 12h; or remove {field}',
    falsePositives: 'clusters to try things out',
    find: rotationIsSane,
  },
  {
    code: 'VD008',
    title: 'Authorities of certificates are valid',
    severity: 'critical',
    confidence: 'certain',
    needs: ['authorities'],
    message: 'The authority in {configmap} {problem}.',
    impact: 'Components do not trust each other: requests about virtual machines and disks fail.',
    fix: 'look at the log of the operator that owns it, and restart it',
    falsePositives: 'a clock of this machine that is wrong',
    find: authoritiesAreValid,
  },
];

const hour = 3_600_000;
const defaults = {
  ca: { duration: '48h', renewBefore: '24h' },
  server: { duration: '24h', renewBefore: '12h' },
} as const;

interface Rotation {
  readonly which: keyof typeof defaults;
  readonly duration: string;
  readonly renewBefore: string;
  /** Milliseconds. */
  readonly lives: number;
  readonly renewed: number;
}

/** Undefined: a duration cannot be read. */
function rotationOf(hyperConverged: HyperConvergedView, which: keyof typeof defaults): Rotation | undefined {
  const written = objectAt(hyperConverged.value('certificates'), which);
  const duration = textAt(written, 'duration') || defaults[which].duration;
  const renewBefore = textAt(written, 'renewBefore') || defaults[which].renewBefore;
  const [lives, renewed] = [millisecondsIn(duration), millisecondsIn(renewBefore)];
  return lives === undefined || renewed === undefined
    ? undefined
    : { which, duration, renewBefore, lives, renewed };
}

function millisecondsIn(text: string): number | undefined {
  const parsed = parseGoDuration(text);
  return parsed.ok ? Number(parsed.nanoseconds / 1_000_000n) : undefined;
}

function rotationIsSane({ hyperConverged, itself }: ClusterView): Outcome {
  const [ca, server] = [rotationOf(hyperConverged, 'ca'), rotationOf(hyperConverged, 'server')];
  if (ca === undefined || server === undefined) return { unknown: 'a duration cannot be read' };
  const field = hyperConverged.fieldOf('certificates');
  return [ca, server].flatMap((one): readonly Found[] => {
    const problem = problemOf(one, ca);
    const { which, duration, renewBefore } = one;
    return problem === undefined
      ? []
      : [{ object: itself, params: { which, duration, renewBefore, field, problem } }];
  });
}

function problemOf({ which, duration, renewBefore, lives, renewed }: Rotation, ca: Rotation) {
  if (renewed >= 0.9 * lives)
    return `renewBefore is ${renewBefore} of a duration of ${duration}, so certificates are renewed all the time`;
  if (lives < hour) return `certificates live ${duration}, less than an hour`;
  if (which === 'server' && lives > 0.9 * ca.lives)
    return `certificates live ${duration}, hardly less than their authority (${ca.duration})`;
  return undefined;
}

interface Bundle {
  readonly object: ObjectReference;
  readonly pem: string;
}

const names: readonly string[] = authorityMaps;

function authoritiesAreValid(cluster: ClusterView): Outcome {
  const bundles = [...configMapBundles(cluster), ...webhookBundles(cluster)];
  if (bundles.length === 0) return { skipped: 'there are no authorities' };
  const renewed = rotationOf(cluster.hyperConverged, 'ca')?.renewed ?? 24 * hour;
  return bundles.flatMap((bundle) => invalidIn(bundle, cluster.now, renewed));
}

function configMapBundles(cluster: ClusterView): readonly Bundle[] {
  return cluster
    .objects('authorities')
    .filter((one) => names.includes(textAt(one, 'metadata', 'name')))
    .map((one) => {
      const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
      const pem = Object.values(objectAt(one, 'data')).map(String).join('\n');
      return { object: { kind: 'ConfigMap', namespace, name }, pem };
    });
}

/** What API servers trust of webhooks and API services beside operators. */
function webhookBundles(cluster: ClusterView): readonly Bundle[] {
  const webhooks = [...cluster.objects('validatingWebhooks'), ...cluster.objects('mutatingWebhooks')];
  const configurations = webhooks.map((one) => ({
    one,
    configs: objectsAt(one, 'webhooks').map((hook) => objectAt(hook, 'clientConfig')),
  }));
  const services = cluster.objects('apiServices').map((one) => ({ one, configs: [objectAt(one, 'spec')] }));
  return [...configurations, ...services].flatMap(({ one, configs }) => {
    const own = configs.filter((config) =>
      cluster.operatorNamespaces.has(textAt(config, 'service', 'namespace')),
    );
    const object = { kind: textAt(one, 'kind'), name: textAt(one, 'metadata', 'name') };
    return [...new Set(own.map((config) => textAt(config, 'caBundle')))]
      .filter((text) => text !== '')
      .map((text) => ({ object, pem: Buffer.from(text, 'base64').toString() }));
  });
}

function certificatesIn(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}

/** A bundle holds former authorities for a while: the newest tells whether it is renewed. */
function invalidIn({ object, pem }: Bundle, now: number, renewed: number): readonly Found[] {
  const ends = certificatesIn(pem).map(({ validTo }) => Date.parse(validTo));
  if (ends.length === 0) return [];
  const left = Math.max(...ends) - now;
  const expired = ends.filter((end) => end < now).length;
  const configmap = `${object.kind} ${object.name}`;
  const hours = Math.round(Math.abs(left) / hour);
  const about = (problem: string) => ({ object, params: { configmap, hours, problem } });
  if (left < 0)
    return [about(`expired ${hours > 48 ? `${Math.round(hours / 24)} days` : `${hours} hours`} ago`)];
  if (expired > 0)
    return [
      {
        ...about(`is valid, but stands beside ${expired} that expired and should be gone`),
        severity: 'warning',
      },
    ];
  if (left < Math.min(24 * hour, renewed))
    return [{ ...about(`expires in ${hours} hours, and should have been renewed`), severity: 'warning' }];
  return [];
}
