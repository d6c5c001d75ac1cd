import type { JsonObject } from '@archipelago/apimachinery';
import { allow, creates, deny, post, type Reply, type WebhookCase } from './webhook-case.ts';

function failing(title: string, reply: Reply, fields: JsonObject = {}): WebhookCase {
  return {
    title,
    hooks: [{ type: 'validating', name: 'v', fields: { rules: creates, ...fields }, reply }],
    steps: [post],
  };
}

function raw(body: string | object, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'raw', status, headers, body: text };
}

const kind = 'AdmissionReview';
const v1 = { apiVersion: 'admission.k8s.io/v1', kind };
const allowed = { uid: '$UID', allowed: true };
const text = { 'content-type': 'text/plain' };
const nowhere = { clientConfig: { url: 'https://127.0.0.1:9/x', caBundle: '$CA' } };
const service = { namespace: 'nowhere', name: 'hook', path: '/p' };

/** Hooks that cannot be asked or do not answer as they should. */
export const failureCases: readonly WebhookCase[] = [
  failing('nobody listens', allow(), nowhere),
  failing('nobody listens, and it does not matter', allow(), { ...nowhere, failurePolicy: 'Ignore' }),
  failing('no answer in time', { kind: 'hang' }, { timeoutSeconds: 1 }),
  failing(
    'no answer in time, and it does not matter',
    { kind: 'hang' },
    { timeoutSeconds: 1, failurePolicy: 'Ignore' },
  ),
  failing('an authority nobody knows', allow(), { clientConfig: { url: '$URL', caBundle: '$OTHER_CA' } }),
  failing('no authority at all', allow(), { clientConfig: { url: '$URL' } }),
  failing('a certificate for somebody else', allow(), {
    clientConfig: { url: '$OTHER_URL', caBundle: '$OTHER_CA' },
  }),
  failing('an authority that is no certificate', allow(), {
    clientConfig: { url: '$URL', caBundle: 'bm90IFBFTQ==' },
  }),
  failing('a service that is not there', allow(), { clientConfig: { service, caBundle: '$CA' } }),
  failing('a service on another port', allow(), {
    clientConfig: { service: { ...service, port: 8443 }, caBundle: '$CA' },
  }),
  failing('an error of the hook', raw('broken', 500, text)),
  failing('an error of the hook in JSON', raw({ a: 1 }, 500)),
  failing(
    'a Status of the hook',
    raw({ apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'own words', code: 409 }, 409),
  ),
  failing('no such page', raw('404 page not found', 404, text)),
  failing('not allowed', raw('who are you', 403, text)),
  failing('unavailable', raw('', 503, text)),
  failing('a teapot', raw('tea', 418, text)),
  failing('a page in another language', raw('<html>', 200, { 'content-type': 'text/html' })),
  failing('nothing', raw('')),
  failing('an answer that is not JSON', raw('{')),
  failing('an answer that is no object', raw('[]')),
  failing('an empty object', raw({})),
  failing('no kind', raw({ apiVersion: v1.apiVersion, response: allowed })),
  failing('no version', raw({ kind, response: allowed })),
  failing('another kind', raw({ apiVersion: 'v1', kind: 'ConfigMap', response: allowed })),
  failing('another version', raw({ apiVersion: 'admission.k8s.io/v1beta1', kind, response: allowed })),
  failing('a version nobody knows', raw({ apiVersion: 'admission.k8s.io/v7', kind, response: allowed })),
  failing('no response', raw(v1)),
  failing('another uid', raw({ ...v1, response: { uid: 'x', allowed: true } })),
  failing('no uid', raw({ ...v1, response: { allowed: true } })),
  failing('a wrong type', raw({ ...v1, response: { uid: '$UID', allowed: 'yes' } })),
  failing('wrong warnings', raw({ ...v1, response: { ...allowed, warnings: 'w' } })),
  failing('a response that is a text', raw({ ...v1, response: 'yes' })),
  failing('unknown fields', raw({ ...v1, response: { ...allowed, more: 1 }, also: 2 })),
  failing('the answer of another version', allow(), { admissionReviewVersions: ['v1beta1', 'v1'] }),
  failing('a denial of another version', deny({ message: 'no' }), {
    admissionReviewVersions: ['v7', 'v1beta1'],
  }),
  failing('a lax answer of another version', raw({ response: { allowed: true } }), {
    admissionReviewVersions: ['v1beta1'],
  }),
];
