import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestServers } from '../support/test-servers.ts';
import { creationCases } from './mutating-policies/creation-cases.ts';
import { customCases } from './mutating-policies/custom-cases.ts';
import { flowCases } from './mutating-policies/flow-cases.ts';
import { matchingCases } from './mutating-policies/matching-cases.ts';
import { objectCases } from './mutating-policies/object-cases.ts';
import { patchCases } from './mutating-policies/patch-cases.ts';
import {
  defineGadgets,
  prepareCase,
  runPolicyCase,
  untilInForce,
} from './mutating-policies/run-policy-case.ts';
import { writeCases } from './mutating-policies/write-cases.ts';
import type { Outcome } from './webhooks/run-case.ts';
import { startWebhookServer, type WebhookServer } from './webhooks/webhook-server.ts';

const file = join(import.meta.dirname, 'mutating-policies/recorded.gen.json');
const cases = [
  ...creationCases,
  ...objectCases,
  ...patchCases,
  ...customCases,
  ...matchingCases,
  ...flowCases,
  ...writeCases,
].map((one, index) => ({ one, id: `case-${index}-x` }));

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

/**
 * What MutatingAdmissionPolicies make of requests, compared word by word with what a kube-apiserver 1.36 answered; that one writes
 * it anew with RECORD_POLICIES=1.
 */
export function testMutatingPolicies(servers: TestServers): void {
  describe(`mutating admission policies on ${servers.name}`, () => {
    const outcomes: Record<string, Outcome> = {};
    const isRecording = process.env.RECORD_POLICIES === '1' && servers.name === 'kubernetes';
    let server: TestServer;
    let admin: Transport;
    let hooks: WebhookServer;
    let other: WebhookServer;
    beforeAll(async () => {
      server = await servers.lease('kubernetes');
      admin = server.admin();
      [hooks, other] = await Promise.all([startWebhookServer(), startWebhookServer('elsewhere.example')]);
      await defineGadgets(admin);
      for (const { one, id } of cases) await prepareCase({ admin, id }, one);
      await untilInForce(admin);
    }, 180_000);
    afterAll(async () => {
      if (isRecording) writeFileSync(file, printed(outcomes));
      admin.close();
      await Promise.all([hooks.stop(), other.stop()]);
      await server.release();
      await servers.stop();
    });
    test.each(cases.map(({ one, id }) => [one.title, one, id] as const))('%s', async (title, one, id) => {
      const outcome = await runPolicyCase({ admin, hooks, other, id }, one);
      outcomes[title] = outcome;
      if (!isRecording) expect(outcome).toEqual(recorded()[title]);
    });
  });
}
