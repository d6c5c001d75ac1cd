import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer, TestServers } from '../support/test-servers.ts';
import { conversionCases, definitionCase } from './webhooks/conversion-cases.ts';
import type { Outcome } from './webhooks/run-case.ts';
import { runConversionCase } from './webhooks/run-conversion-case.ts';
import { startWebhookServer, type WebhookServer } from './webhooks/webhook-server.ts';

const file = join(import.meta.dirname, 'webhooks/conversion.gen.json');
const cases = [...conversionCases, definitionCase];

function recorded(title: string): { readonly answers: unknown; readonly reviews: readonly unknown[] } {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const one = isJsonObject(value) ? value[title] : undefined;
  if (!isJsonObject(one)) return { answers: undefined, reviews: [] };
  return { answers: one.answers, reviews: Array.isArray(one.reviews) ? one.reviews : [] };
}

/** A line for each answer and review. */
function printed(outcomes: Readonly<Record<string, Outcome>>): string {
  const list = (all: readonly JsonObject[]) => `[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]`;
  const lines = Object.entries(outcomes).map(
    ([title, { answers, reviews }]) =>
      `${JSON.stringify(title)}: {"answers": ${list(answers)},\n"reviews": ${list(reviews)}}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * What comes of requests about objects that a webhook converts, compared word by word with what a kube-apiserver 1.36 said; that
 * one writes it anew with RECORD_WEBHOOKS=1. Its caches convert every change to every version, so it asks more than it needs for
 * its answers: what the embedded server asks must be among that.
 */
export function testConversion(servers: TestServers): void {
  describe(`conversion webhooks on ${servers.name}`, () => {
    const outcomes: Record<string, Outcome> = {};
    const isReal = servers.name === 'kubernetes';
    const isRecording = process.env.RECORD_WEBHOOKS === '1' && isReal;
    let server: TestServer;
    let admin: Transport;
    let hooks: WebhookServer;
    let other: WebhookServer;
    beforeAll(async () => {
      server = await servers.lease('kubernetes');
      admin = server.admin();
      [hooks, other] = await Promise.all([startWebhookServer(), startWebhookServer('elsewhere.example')]);
    });
    afterAll(async () => {
      if (isRecording) writeFileSync(file, printed(outcomes));
      admin.close();
      await Promise.all([hooks.stop(), other.stop()]);
      await server.release();
      await servers.stop();
    });
    test.each(cases.map((one, index) => [one.title, one, `v${index}`] as const))(
      '%s',
      async (title, one, id) => {
        const outcome = await runConversionCase({ admin, hooks, other, id }, one, isReal ? 3000 : 0);
        outcomes[title] = outcome;
        if (isRecording) return;
        const expected = recorded(title);
        expect(outcome.answers).toEqual(expected.answers);
        if (!isReal && one.asksFreely !== true)
          expect(expected.reviews).toEqual(expect.arrayContaining([...outcome.reviews]));
      },
    );
  });
}
