import { systemClock } from '@archipelago/apimachinery';
import type { Tracer } from '../../../tracing/tracer.ts';
import { type Environment, wantsTraces } from '../../../tracing/wants-traces.ts';
import type { ComponentLog } from './log/log-event.ts';

interface MaybeTraced {
  /** Undefined: nobody asks for traces, and nothing of them costs anything. */
  readonly tracer: Tracer | undefined;
  stop(): Promise<void>;
}

const untraced: MaybeTraced = { tracer: undefined, stop: async () => undefined };

/** Traces where OpenTelemetry's variables ask for it. */
export async function traceIfAsked(environment: Environment, log: ComponentLog): Promise<MaybeTraced> {
  if (!wantsTraces(environment)) return untraced;
  const { openTracing } = await import('../../../tracing/open-tracing.ts');
  return openTracing(environment, systemClock, log) ?? untraced;
}
