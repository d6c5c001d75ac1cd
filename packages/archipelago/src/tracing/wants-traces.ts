/** The environment's variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether anybody asks for traces; without it nothing else of this folder is loaded. */
export function wantsTraces(environment: Environment): boolean {
  if (saidIn(environment, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporter = saidIn(environment, 'OTEL_TRACES_EXPORTER');
  if (exporter !== undefined) return exporter !== 'none';
  return ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].some(
    (name) => saidIn(environment, name) !== undefined,
  );
}

/** A variable; an empty one counts as absent. */
export function saidIn(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}
