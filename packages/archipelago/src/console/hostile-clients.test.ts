import { type IncomingHttpHeaders, request as send } from 'node:http';
import { connect } from 'node:net';
import type { JsonObject } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { until } from '../../../../test/support/until.ts';
import { type Console, startConsole } from './start-console.ts';

let served: Console;
let bugs: unknown[];
/** Ends the asks that are under way. */
let goOn: () => void;
let asking: number;
let clock: FakeClock;
let text: string;

beforeEach(async () => {
  bugs = [];
  asking = 0;
  text = '';
  clock = new FakeClock();
  const gone = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const answer = async (): Promise<JsonObject> => {
    asking += 1;
    await gone;
    return {};
  };
  const pages = new Map([['overview', async () => ({ view: { text }, notes: [] })]]);
  const asks = new Map([['plan', { wants: '{}', fits: () => true, answer }]]);
  const onBug = (error: unknown) => bugs.push(error);
  served = await startConsole({ port: 0, pages, asks, site: new Map(), clock, onBug });
});

afterEach(async () => {
  goOn();
  await served.stop();
});

const port = () => Number(new URL(served.origin).port);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function post(path: string, body: object, headers: object = {}): Promise<Answer> {
  const given = { origin: served.origin, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const sent = send(
      { host: '127.0.0.1', port: port(), method: 'POST', path, headers: given, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

async function session(): Promise<Readonly<Record<string, string>>> {
  const code = new URL(served.link).hash.slice('#code='.length);
  const { headers, text } = await post('/api/session', { code });
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
  return { cookie, 'archipelago-token': JSON.parse(text).token };
}

describe('the console', () => {
  it('takes who hangs up in the middle of a body for no mistake of its own', async () => {
    const head =
      `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nOrigin: ${served.origin}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"code"';
    for (let count = 0; count < 3; count += 1) {
      const socket = connect(port(), '127.0.0.1', () => socket.write(head, () => socket.destroy()));
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    }
    // what came before has been answered by then
    expect((await post('/api/session', {})).status).toBe(401);
    await served.stop();
    expect(bugs).toEqual([]);
  });

  it('tells who sends too much, over a connection that goes on sending', async () => {
    const socket = connect(port(), '127.0.0.1', () => {
      socket.write(
        `POST /api/session HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nOrigin: ${served.origin}\r\n` +
          `Content-Type: application/json\r\nContent-Length: 9000000\r\n\r\n"${'x'.repeat(70_000)}`,
      );
    });
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('does not take more of a session at a time than a browser asks for, and answers some of it at once', async () => {
    const headers = await session();
    const told: Answer[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      told.push(await post('/api/plan', {}, headers));
    });
    // what is taken waits
    await until(() => told.length === 4);
    expect(told.map(({ status, text: said }) => [status, JSON.parse(said).error.reason])).toEqual(
      Array(4).fill([503, 'Busy']),
    );
    expect(asking).toBe(4);
    goOn();
    await Promise.all(asked);
    expect(told.filter(({ status }) => status === 200)).toHaveLength(16);
    expect((await post('/api/plan', {}, headers)).status).toBe(200);
  });

  it('lets go of the oldest stream of a session that follows too much', async () => {
    const headers = await session();
    const ended: number[] = [];
    let followed = 0;
    const follow = (number: number) =>
      new Promise<void>((resolve) => {
        const path = '/api/events?page=overview';
        const sent = send({ host: '127.0.0.1', port: port(), path, headers, agent: false }, (response) => {
          response.resume().once('close', () => ended.push(number));
          followed += 1;
          resolve();
        });
        sent.on('error', () => undefined).end();
      });
    for (let number = 0; number < 17; number += 1) await follow(number);
    expect(followed).toBe(17);
    await until(() => ended.length > 0);
    expect(ended).toEqual([0]);
  });

  it('outlives a stream that nobody reads any more when its session has ended', async () => {
    const headers = await session();
    text = 'x'.repeat(7_000_000);
    let open = true;
    const socket = connect(port(), '127.0.0.1', () => {
      const lines = Object.entries({ host: `127.0.0.1:${port()}`, ...headers });
      socket.write(
        `GET /api/events?page=overview HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
      );
    });
    socket
      .on('error', () => undefined)
      .once('close', () => {
        open = false;
      });
    await new Promise<void>((resolve) => socket.once('readable', () => resolve()));
    await until(() => clock.timers > 0);
    const path = '/api/session';
    await new Promise<void>((resolve) => {
      const given = { ...headers, origin: served.origin };
      const sent = send({ host: '127.0.0.1', port: port(), method: 'DELETE', path, headers: given });
      sent.once('response', (response) => response.resume().once('end', resolve)).end();
    });
    text = 'y';
    await clock.advance(2_000);
    // nobody follows it, and nothing is sent to it
    await until(() => clock.timers === 0);
    socket.resume();
    await until(() => !open);
    expect(bugs).toEqual([]);
  });
});
