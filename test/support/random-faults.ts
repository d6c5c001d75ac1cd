import type { Fault, ProxiedRequest } from './fault-proxy.ts';
import type { Draw } from './seeded-random.ts';

/** One in how many requests and watches meets a fault, and how long a watch lasts that does. */
interface Rarity {
  readonly requests: number;
  readonly watches: number;
  readonly watchMs: number;
}

/** Faults of every kind that an API server and what is before it come to, drawn by lot. */
export function drawFaults(
  random: Draw,
  { requests, watches, watchMs }: Rarity,
): (request: ProxiedRequest) => Fault | undefined {
  return ({ isWatch }) => {
    if (isWatch) return random(watches) === 0 ? watchFault(random, watchMs) : undefined;
    return random(requests) === 0 ? requestFault(random) : undefined;
  };
}

function watchFault(random: Draw, watchMs: number): Fault {
  const then = (['cut', 'end', 'silence', 'expire', 'garbage'] as const)[random(5)] ?? 'cut';
  return { kind: 'kept', afterMs: random(watchMs), then };
}

function requestFault(random: Draw): Fault {
  const faults: readonly Fault[] = [
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'cut', when: 'in the body' },
    { kind: 'answer', status: 429, retryAfterSeconds: 1 },
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 502 },
    { kind: 'answer', status: 410 },
    { kind: 'answer', status: 503 },
    { kind: 'answer', status: 503, retryAfterSeconds: 1 },
    { kind: 'answer', status: 504 },
    { kind: 'answer', status: 409 },
    { kind: 'slow', delayMs: 20 + random(150) },
  ];
  return faults[random(faults.length)] ?? { kind: 'slow', delayMs: 50 };
}
