import type { JsonObject } from '@archipelago/apimachinery';
import type { Hook, Reply, Step } from './webhook-case.ts';

/** A request, and what the conversion webhook answers from then on. */
export interface ConversionStep extends Step {
  readonly reply?: Reply;
  /** Of a change of the definition: wait until the server converts as it says. */
  readonly settles?: true;
}

/** A definition with a conversion webhook, and requests; what comes of them was recorded with a kube-apiserver. */
export interface ConversionCase {
  readonly title: string;
  /** Fields of the definition's `spec.conversion.webhook`; `$URL` and `$CA` are the webhook's. */
  readonly webhook?: JsonObject;
  /** Admission webhooks about the objects. */
  readonly hooks?: readonly Hook[];
  /** What is asked in which order differs from server to server: only the answers are compared. */
  readonly asksFreely?: true;
  readonly steps: readonly ConversionStep[];
}

/** Group of a case's definition. */
export const group = '$CASE.conversion.example.com';

/** The objects of a case in a version. */
export function collection(version: string): string {
  return `/apis/${group}/${version}/namespaces/$NS/widgets`;
}

/** Path of the definition of a case. */
export const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`;

const version = (name: string, storage: boolean, spec: JsonObject): JsonObject => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { ...spec, color: { type: 'string', default: `of-${name}` } } },
        status: { type: 'object', properties: { phase: { type: 'string' } } },
      },
    },
  },
  subresources: { status: {} },
});

/** Versions of a definition that is stored in one of them. */
export function versionsStoredIn(stored: string): readonly JsonObject[] {
  return [
    version('v1', stored === 'v1', { size: { type: 'integer', maximum: 5 } }),
    version('v2', stored === 'v2', {
      area: { type: 'object', properties: { size: { type: 'integer' }, unit: { type: 'string' } } },
    }),
    version('v3', stored === 'v3', { text: { type: 'string' } }),
  ];
}

/** A definition served in three versions and stored in the first. */
export function definition(webhook: JsonObject): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: '$URL', caBundle: '$CA' },
          conversionReviewVersions: ['v1'],
          ...webhook,
        },
      },
      versions: versionsStoredIn('v1'),
    },
  };
}

/** An object in a version. */
export function widget(name: string, of: string, spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: `${group}/${of}`, kind: 'Widget', metadata: { name, ...metadata }, spec };
}

/** Creates an object of a size in a version. */
export function creation(of: string, name = 'w', metadata: JsonObject = {}): ConversionStep {
  const spec = { v1: { size: 1 }, v2: { area: { size: 2 } }, v3: { text: '3' } }[of] ?? {};
  const path = `${collection(of)}?fieldManager=suite`;
  return { method: 'POST', path, body: widget(name, of, spec, metadata) };
}

/** Reads an object in a version. */
export function reading(of: string, name = 'w'): ConversionStep {
  return { method: 'GET', path: `${collection(of)}/${name}` };
}
