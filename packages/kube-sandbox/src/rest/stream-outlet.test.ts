import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse, StreamSink } from '../requests/api-response.ts';
import { listen } from './http-server.ts';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

interface Conversation {
  readonly socket: Socket;
  readonly sinks: readonly StreamSink[];
  /** Resolves when what was read holds. */
  until(holds: (read: string) => boolean): Promise<string>;
}

/** One connection to a server that streams whatever is asked for, but answers `/slow` in one, when it is told to. */
async function talk(slow: Promise<void> = Promise.resolve()): Promise<Conversation> {
  const sinks: StreamSink[] = [];
  const handler = async ({ path }: ApiRequest): Promise<ApiResponse> => {
    if (path === '/slow') {
      await slow;
      return { status: 200, headers: {}, body: 'at last' };
    }
    const start = (sink: StreamSink) => {
      sinks.push(sink);
      sink.write('one\n');
      return () => {};
    };
    return { status: 200, headers: {}, body: { start } };
  };
  const server = await listen(handler, 0, undefined);
  const socket = connect(server.port, '127.0.0.1');
  open.push(server, { close: () => socket.destroy() });
  let read = '';
  const looks = new Set<() => void>();
  socket.on('data', (bytes) => {
    read += bytes.toString('utf8');
    for (const look of looks) look();
  });
  socket.on('error', () => undefined);
  return {
    socket,
    sinks,
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (holds(read)) resolve(read);
        };
        looks.add(look);
        look();
      }),
  };
}

const ask = (path: string, version = '1.1') => `GET ${path} HTTP/${version}\r\nHost: localhost\r\n\r\n`;
const bodyOf = (read: string) => read.slice(read.indexOf('\r\n\r\n') + 4);

test('chunks come framed, in bytes and not in characters, and the end is told', async () => {
  const { socket, sinks, until } = await talk();
  socket.write(ask('/stream'));
  await until((read) => read.includes('one'));
  for (const text of ['zwei ü\n', 'zwei ü\n', '', '玩具\n']) sinks[0]?.write(text);
  sinks[0]?.end();
  const read = await until((text) => text.endsWith('0\r\n\r\n'));
  expect(bodyOf(read)).toBe('4\r\none\n\r\n17\r\nzwei ü\nzwei ü\n玩具\n\r\n0\r\n\r\n');
});

test('a connection goes on with the next request after a stream', async () => {
  const { socket, sinks, until } = await talk();
  socket.write(ask('/stream'));
  await until((read) => read.includes('one'));
  sinks[0]?.end();
  await until((read) => read.endsWith('0\r\n\r\n'));
  socket.write(ask('/slow'));
  expect(await until((read) => read.endsWith('at last'))).toContain('content-length: 7');
});

test('a stream that is asked for behind another answer comes after it', async () => {
  let goOn = () => {};
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { socket, sinks, until } = await talk(slow);
  socket.write(ask('/slow') + ask('/stream'));
  await until(() => true);
  while (sinks.length === 0) await new Promise((resolve) => setImmediate(resolve));
  sinks[0]?.write('two\n');
  goOn();
  const read = await until((text) => text.includes('two'));
  expect(read.indexOf('at last')).toBeLessThan(read.indexOf('one'));
  expect(read).toMatch(/one\n(\r\n4\r\n)?two\n/);
});

test('a client of HTTP/1.0 gets no frames', async () => {
  const { socket, sinks, until } = await talk();
  socket.write(ask('/stream', '1.0'));
  await until((read) => read.includes('one'));
  sinks[0]?.end();
  expect(bodyOf(await until((read) => read.endsWith('one\n')))).toBe('one\n');
});
