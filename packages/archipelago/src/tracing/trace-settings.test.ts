import { describe, expect, it } from 'vitest';
import { readTraceSettings } from './trace-settings.ts';
import { type Environment, wantsTraces } from './wants-traces.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };

function settingsOf(environment: Environment) {
  const asked = readTraceSettings({ ...endpoint, ...environment });
  return asked.kind === 'on' ? asked.settings : expect.fail(JSON.stringify(asked));
}

describe('OpenTelemetry’s variables', () => {
  it.each<[Environment, boolean]>([
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
    [endpoint, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/x' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
  ])('%j ask for traces: %s', (environment, wants) => {
    expect(wantsTraces(environment)).toBe(wants);
    expect(readTraceSettings(environment).kind).toBe(wants ? 'on' : 'off');
  });

  it.each<[Environment, string]>([
    [{}, 'http://collector.example:4318/v1/traces'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/as/it/is' }, 'https://c.example/as/it/is'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_EXPORTER: 'otlp' }, 'http://localhost:4318/v1/traces'],
  ])('say where to: %j', (environment, url) => {
    expect(settingsOf(environment).url.href).toBe(url);
  });

  it('say the rest', () => {
    expect(settingsOf({})).toMatchObject({
      ...{ headers: {}, timeoutMs: 10_000, certificate: undefined, propagates: true },
      ...{ sampler: { kind: 'always' }, resource: { 'service.name': 'archipelago-operator' } },
    });
    const said = settingsOf({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, other=1',
      OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '500',
      OTEL_EXPORTER_OTLP_CERTIFICATE: '/ca.crt',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=no,k8s.cluster.name=one%2Ctwo',
      OTEL_SERVICE_NAME: 'mine',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_PROPAGATORS: 'none',
    });
    expect(said).toMatchObject({
      headers: { authorization: 'Bearer x', other: '1' },
      ...{ timeoutMs: 500, certificate: '/ca.crt', propagates: false },
      resource: { 'service.name': 'mine', 'k8s.cluster.name': 'one,two' },
      sampler: { kind: 'ratio', ratio: 0.25 },
    });
    expect(settingsOf({ OTEL_TRACES_SAMPLER: 'always_off' }).sampler).toEqual({ kind: 'never' });
  });

  it.each<[Environment, string]>([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER: must be otlp or none'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'grpc is not spoken'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'canary.example:4318' }, 'must be a URL'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'canary' }, 'part 1 is no key=value'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=%canary' }, 'part 2 is not percent-encoded'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=canary%0A' }, 'has what no header may have'],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: 'canary' }, 'must be milliseconds'],
    [{ OTEL_TRACES_SAMPLER: 'canary' }, 'OTEL_TRACES_SAMPLER: must be'],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'canary' }, 'from 0 to 1'],
  ])('are told to be wrong without what they hold: %j', (environment, because) => {
    const asked = readTraceSettings({ ...endpoint, ...environment });
    expect(asked).toEqual({ kind: 'wrong', because: expect.stringContaining(because) });
    expect(JSON.stringify(asked)).not.toContain('canary');
  });
});
