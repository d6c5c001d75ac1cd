import { objectAt, parseGoDuration, textAt } from '@archipelago/apimachinery';
import { type CertificateBundle, certificateBundles } from '../cluster/certificate-bundles.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { HyperConvergedView } from '../cluster/hyper-converged-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

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

function authoritiesAreValid(cluster: ClusterView): Outcome {
  const bundles = certificateBundles(cluster);
  if (bundles.length === 0) return { skipped: 'there are no authorities' };
  const renewed = rotationOf(cluster.hyperConverged, 'ca')?.renewed ?? 24 * hour;
  return bundles.flatMap((bundle) => invalidIn(bundle, cluster.now, renewed));
}

/** A bundle holds former authorities for a while: the newest tells whether it is renewed. */
function invalidIn({ object, ends }: CertificateBundle, now: number, renewed: number): readonly Found[] {
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
