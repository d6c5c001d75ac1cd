import { describe, expect, it } from 'vitest';
import type { Io } from '../../../process/io.ts';
import { createLog, type LogOptions } from './create-log.ts';
import { readLogLevels } from './log-levels.ts';

async function logging(options: LogOptions, io: Partial<Io> = {}) {
  const lines: string[] = [];
  const read = async () => '';
  const log = await createLog(options, {
    ...{ out: () => undefined, err: (text) => lines.push(text), read, color: false },
    ...io,
  });
  return { ...log, lines };
}

describe('the operator’s log', () => {
  it.each<[LogOptions, Partial<Io>, RegExp]>([
    [{}, {}, /^\{"level":30,"time":\d+,.*"component":"operands","n":1,"msg":"hello"\}\n$/],
    [{}, { errIsTerminal: true }, /^\S+Z INFO {2}operands {6}hello n=1\n$/],
    [{ logFormat: 'json' }, { errIsTerminal: true }, /^\{/],
    [{ logFormat: 'text' }, {}, /^\S+Z INFO /],
  ])('is JSON for machines and text for people: %j %j', async (options, io, line) => {
    const { log, lines } = await logging(options, io);
    log('info', { component: 'operands', n: 1 }, 'hello');
    expect(lines).toEqual([expect.stringMatching(line)]);
  });

  it.each(['json', 'text'])('has no login, whoever wrote it, as %s', async (logFormat) => {
    const { log, lines } = await logging({ logFormat });
    const key = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----';
    log(
      'warn',
      { component: 'client', because: `Bearer canary, ${key}` },
      'http://me:canary@host/ eyJhbGciOiJSUzI1NiJ9.canary',
    );
    expect(lines.join('')).not.toContain('canary');
    expect(lines).toHaveLength(1);
    if (logFormat === 'json') expect(JSON.parse(lines.join(''))).toMatchObject({ component: 'client' });
  });

  it('writes what the levels of the moment let through', async () => {
    const { log, lines, setLevels } = await logging({ logLevel: 'warn,doctor=debug' });
    const tellAll = () => {
      for (const component of ['operands', 'doctor'] as const) log('info', { component }, component);
      return lines.splice(0).map((line) => JSON.parse(line).msg);
    };
    expect(tellAll()).toEqual(['doctor']);
    const read = readLogLevels('info,doctor=warn');
    if (read.kind === 'levels') setLevels(read.levels);
    expect(tellAll()).toEqual(['operands']);
  });

  it.each<[LogOptions, string]>([
    [{ logLevel: 'loud' }, '--log-level loud: loud: must be one of'],
    [{ logFormat: 'xml' }, '--log-format xml: must be json or text'],
  ])('refuses flags that make no sense: %j', async (options, because) => {
    await expect(logging(options)).rejects.toThrow(because);
  });
});
