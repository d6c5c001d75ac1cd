import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { answerCases } from './webhooks/answer-cases.ts';
import { configurationCases } from './webhooks/configuration-cases.ts';
import { customCases, widgets } from './webhooks/custom-cases.ts';
import { failureCases } from './webhooks/failure-cases.ts';
import { matchingCases } from './webhooks/matching-cases.ts';
import { type Outcome, runCase } from './webhooks/run-case.ts';
import { startWebhookServer, type WebhookServer } from './webhooks/webhook-server.ts';

const file = join(import.meta.dirname, 'webhooks/recorded.gen.json');
const cases = [...answerCases, ...failureCases, ...matchingCases, ...customCases, ...configurationCases];

function recorded(): JsonObject {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isJsonObject(value) ? value : {};
}

/** A line for each case. */
function printed(outcomes: Readonly<Record<string, Outcome>>): string {
  const lines = Object.entries(outcomes).map(
    ([title, one]) => `${JSON.stringify(title)}: ${JSON.stringify(one)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

async function define(server: TestServer): Promise<void> {
  const client = adminClient(server);
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await client.raw({ method: 'POST', path, body: widgets });
  const served = '/apis/hooks.example.com/v2/namespaces/default/widgets';
  await until(async () => (await client.raw({ method: 'GET', path: served })).ok);
  client.close();
}

/**
 * What comes of requests that webhooks are asked about, compared word by word with what a kube-apiserver 1.36 said; that one
 * writes it anew with RECORD_WEBHOOKS=1.
 */
export function testWebhooks(servers: TestServers): void {
  describe(`webhooks on ${servers.name}`, () => {
    const outcomes: Record<string, Outcome> = {};
    const isRecording = process.env.RECORD_WEBHOOKS === '1' && servers.name === 'kubernetes';
    let server: TestServer;
    let admin: Transport;
    let hooks: WebhookServer;
    let other: WebhookServer;
    beforeAll(async () => {
      server = await servers.lease('kubernetes');
      admin = server.admin();
      [hooks, other] = await Promise.all([startWebhookServer(), startWebhookServer('elsewhere.example')]);
      await define(server);
    });
    afterAll(async () => {
      if (isRecording) writeFileSync(file, printed(outcomes));
      admin.close();
      await Promise.all([hooks.stop(), other.stop()]);
      await server.release();
      await servers.stop();
    });
    test.each(cases.map((one, index) => [one.title, one, `c${index}`] as const))(
      '%s',
      async (title, one, id) => {
        const outcome = await runCase({ admin, hooks, other, id }, one);
        outcomes[title] = outcome;
        if (!isRecording) expect(outcome).toEqual(recorded()[title]);
      },
    );
  });
}
