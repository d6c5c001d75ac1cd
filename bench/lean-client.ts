import { connect, type TLSSocket } from 'node:tls';
import { loadConnection } from '@archipelago/kube-client';

/** What is sent in one request. */
interface Sent {
  readonly body?: object;
  readonly type?: string;
}

interface StreamListener {
  onData(bytes: Buffer): void;
  /** The server has ended it. */
  onEnd(): void;
}

/** A client that costs as little as can be, so that it is the servers that are measured. */
export interface LeanClient {
  /** Asks over a connection that is kept, and reads the answer to its end; rejects where it is not one of success. */
  ask(method: string, path: string, sent?: Sent): Promise<void>;
  /** Opens a stream over a connection of its own, and hears of what comes after the head; what it returns ends it. */
  follow(path: string, listener: StreamListener): Promise<() => void>;
  close(): void;
}

interface Material {
  readonly host: string;
  readonly port: number;
  readonly head: string;
  readonly tls: object;
}

async function materialOf(kubeconfig: string): Promise<Material> {
  const { server, material } = await loadConnection({ kubeconfig });
  const { headers, tls } = await material();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  const head = `Host: ${server.host}\r\nAccept: application/json\r\n${lines.join('')}`;
  return { host: server.hostname, port: Number(server.port), head, tls };
}

async function opened({ host, port, tls }: Material): Promise<TLSSocket> {
  const socket = connect({ host, port, ...tls });
  await new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', reject);
  });
  return socket.setNoDelay();
}

const END = '\r\n\r\n';
const LAST_CHUNK = Buffer.from(`0${END}`);

/** Reads one answer: is it whole with these bytes? */
class Answer {
  status = 0;
  #head = Buffer.alloc(0);
  /** Of the body; undefined where it comes in chunks. */
  #missing: number | undefined;
  #tail = Buffer.alloc(0);

  isWholeWith(bytes: Buffer): boolean {
    if (this.status !== 0) return this.#take(bytes);
    this.#head = Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(END);
    if (end < 0) return false;
    const head = this.#head.toString('latin1', 0, end);
    this.status = Number(head.slice(9, 12));
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    this.#missing = length === undefined ? undefined : Number(length);
    return this.#take(this.#head.subarray(end + END.length));
  }

  /** JSON has no such line ends: where they come with the zero it is the end of the chunks. */
  #take(bytes: Buffer): boolean {
    if (this.#missing !== undefined) {
      this.#missing -= bytes.length;
      return this.#missing <= 0;
    }
    const last = Buffer.concat([this.#tail, bytes.subarray(-LAST_CHUNK.length)]);
    this.#tail = last.subarray(-LAST_CHUNK.length);
    return this.#tail.equals(LAST_CHUNK);
  }
}

function answerOf(socket: TLSSocket): Promise<number> {
  const answer = new Answer();
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error('the server closed a connection instead of an answer'));
    const take = (bytes: Buffer) => {
      if (!answer.isWholeWith(bytes)) return;
      socket.off('data', take);
      socket.off('close', closed);
      resolve(answer.status);
    };
    socket.on('data', take);
    socket.on('close', closed);
  });
}

/** A client of the server that a kubeconfig names. */
export async function leanClient(kubeconfig: string): Promise<LeanClient> {
  const material = await materialOf(kubeconfig);
  const idle: TLSSocket[] = [];
  const open = new Set<TLSSocket>();
  const connection = async () => {
    const socket = await opened(material);
    open.add(socket);
    socket.on('error', () => undefined);
    return socket;
  };
  return {
    async ask(method, path, { body, type = 'application/json' } = {}) {
      let socket = idle.pop() ?? (await connection());
      // servers close what has been idle for long
      while (!socket.writable) socket = idle.pop() ?? (await connection());
      const text = body === undefined ? '' : JSON.stringify(body);
      const lines = `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}`;
      const answered = answerOf(socket);
      socket.write(`${method} ${path} HTTP/1.1\r\n${material.head}${lines}${END}${text}`);
      const status = await answered;
      idle.push(socket);
      if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
    },
    async follow(path, { onData, onEnd }) {
      const socket = await connection();
      await new Promise<void>((resolve) => {
        socket.once('data', () => resolve());
        socket.write(`GET ${path} HTTP/1.1\r\n${material.head}\r\n`);
      });
      socket.on('data', onData);
      socket.on('close', () => open.has(socket) && onEnd());
      return () => {
        open.delete(socket);
        socket.destroy();
      };
    },
    close: () => {
      const all = [...open];
      open.clear();
      for (const socket of all) socket.destroy();
    },
  };
}
