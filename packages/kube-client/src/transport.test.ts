import { webcrypto } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
// The library's container looks for this polyfill when it is loaded.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TlsMaterial } from './connection.ts';
import { createKubernetesClient } from './create-kubernetes-client.ts';
import { nodeTransport } from './transport.ts';

interface Issued {
  readonly cert: string;
  readonly key: string;
  readonly certificate: x509.X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function issue(name: string, issuer: Issued | undefined, host?: string): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [
      new x509.BasicConstraintsExtension(issuer === undefined),
      ...(host === undefined
        ? []
        : [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
  return { cert: certificate.toString('pem'), key, certificate, keys };
}

let ca: Issued;
let stranger: Issued;
let server: Server;
const material: { tls: TlsMaterial } = { tls: { insecure: false } };

beforeAll(async () => {
  ca = await issue('ca', undefined);
  stranger = await issue('stranger', undefined);
  const leaf = await issue('server', ca, 'api.cluster.test');
  const options = {
    key: leaf.key,
    cert: leaf.cert,
    ca: ca.cert,
    requestCert: true,
    rejectUnauthorized: false,
  };
  server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket;
    const peer = socket.authorized ? (socket.getPeerCertificate().subject?.CN ?? null) : null;
    response.end(JSON.stringify({ path: request.url, peer, port: socket.remotePort }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function transportAt(basePath = '') {
  const { port } = server.address() as AddressInfo;
  return nodeTransport({
    server: new URL(`https://127.0.0.1:${port}${basePath}`),
    namespace: 'default',
    material: async () => ({ headers: {}, tls: material.tls }),
    refused: () => false,
  });
}

function clientAt(basePath = '') {
  return createKubernetesClient({ transport: transportAt(basePath) });
}

const ask = async (client: ReturnType<typeof clientAt>) => {
  const answer = await client.raw({ method: 'GET', path: '/version' });
  return answer.ok ? (answer.value as { path: string; peer: string | null; port: number }) : expect.fail();
};

describe('transport over TLS', () => {
  it('trusts the given authority under the given name, below a base path, on one connection', async () => {
    material.tls = { ca: ca.cert, serverName: 'api.cluster.test', insecure: false };
    const client = clientAt('/k8s/clusters/c-1/');
    const first = await ask(client);
    const second = await ask(client);
    expect(first.path).toBe('/k8s/clusters/c-1/version');
    expect(second.port).toBe(first.port);
    expect(first.peer).toBe(null);
    client.close();
  });

  it.each<[string, () => TlsMaterial, string]>([
    [
      'another name',
      () => ({ ca: ca.cert, serverName: 'other.test', insecure: false }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'the address, which is not in the certificate',
      () => ({ ca: ca.cert, insecure: false }),
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'another authority',
      () => ({ ca: stranger.cert, serverName: 'api.cluster.test', insecure: false }),
      'SELF_SIGNED_CERT_IN_CHAIN',
    ],
    [
      'the system’s authorities',
      () => ({ serverName: 'api.cluster.test', insecure: false }),
      'SELF_SIGNED_CERT_IN_CHAIN',
    ],
  ])('does not trust %s, and does not try again', async (_, tls, code) => {
    material.tls = tls();
    const client = clientAt();
    await expect(ask(client)).rejects.toMatchObject({ failure: 'untrusted', code });
    client.close();
  });

  it('verifies nothing when told so', async () => {
    material.tls = { insecure: true };
    const client = clientAt();
    expect((await ask(client)).path).toBe('/version');
    client.close();
  });

  it('shows the client certificate, and the next one after rotation on a new connection', async () => {
    const [one, two] = [await issue('one', ca), await issue('two', ca)];
    const tls = { ca: ca.cert, serverName: 'api.cluster.test', insecure: false };
    const client = clientAt();
    material.tls = { ...tls, cert: one.cert, key: one.key };
    const first = await ask(client);
    expect(first.peer).toBe('one');
    material.tls = { ...tls, cert: two.cert, key: two.key };
    const second = await ask(client);
    expect(second.peer).toBe('two');
    expect(second.port).not.toBe(first.port);
    client.close();
  });

  it('trusts an authority that was replaced from the next request on, on a new connection', async () => {
    const name = { serverName: 'api.cluster.test', insecure: false };
    material.tls = { ca: ca.cert, ...name };
    const client = clientAt();
    const first = await ask(client);
    material.tls = { ca: stranger.cert, ...name };
    await expect(ask(client)).rejects.toMatchObject({ failure: 'untrusted' });
    material.tls = { ca: `${stranger.cert}\n${ca.cert}`, ...name };
    expect((await ask(client)).port).not.toBe(first.port);
    client.close();
  });

  it('survives that a connection breaks when its answer has just been read, and nobody listens to it', async () => {
    material.tls = { insecure: true };
    const transport = transportAt();
    const unheard: unknown[] = [];
    const note = (error: unknown) => unheard.push(error);
    // elsewhere an error that nobody hears of ends the process
    process.on('uncaughtException', note);
    const signal = new AbortController().signal;
    const { body } = await transport.send({ method: 'GET', path: '/', headers: {}, signal });
    if (!(body instanceof IncomingMessage)) expect.fail();
    const { socket } = body;
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    body.once('end', () => socket.destroy(new Error('reset')));
    for await (const chunk of body) void chunk;
    await isClosed;
    process.off('uncaughtException', note);
    transport.close();
    expect(unheard).toEqual([]);
  });
});
