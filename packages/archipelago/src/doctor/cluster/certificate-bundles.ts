import { X509Certificate } from 'node:crypto';
import { objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { authorityMaps } from '../facts/fact-kinds.ts';
import type { ClusterView } from './cluster-view.ts';

/** The object that holds them. */
interface Holder {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** Authorities that components are trusted by. */
export interface CertificateBundle {
  readonly object: Holder;
  /** When each certificate in it ends, in milliseconds since 1970. */
  readonly ends: readonly number[];
}

interface Bundle {
  readonly object: Holder;
  readonly pem: string;
}

const names: readonly string[] = authorityMaps;

/** The authorities of operands and webhooks: in ConfigMaps, and what API servers trust. */
export function certificateBundles(cluster: ClusterView): readonly CertificateBundle[] {
  return [...configMapBundles(cluster), ...webhookBundles(cluster)].map(({ object, pem }) => ({
    object,
    ends: certificatesIn(pem).map(({ validTo }) => Date.parse(validTo)),
  }));
}

function configMapBundles(cluster: ClusterView): readonly Bundle[] {
  return cluster
    .objects('authorities')
    .filter((one) => names.includes(textAt(one, 'metadata', 'name')))
    .map((one) => {
      const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
      const pem = Object.values(objectAt(one, 'data')).map(String).join('\n');
      return { object: { kind: 'ConfigMap', namespace, name }, pem };
    });
}

/** What API servers trust of webhooks and API services beside operators. */
function webhookBundles(cluster: ClusterView): readonly Bundle[] {
  const webhooks = [...cluster.objects('validatingWebhooks'), ...cluster.objects('mutatingWebhooks')];
  const configurations = webhooks.map((one) => ({
    one,
    configs: objectsAt(one, 'webhooks').map((hook) => objectAt(hook, 'clientConfig')),
  }));
  const services = cluster.objects('apiServices').map((one) => ({ one, configs: [objectAt(one, 'spec')] }));
  return [...configurations, ...services].flatMap(({ one, configs }) => {
    const own = configs.filter((config) =>
      cluster.operatorNamespaces.has(textAt(config, 'service', 'namespace')),
    );
    const object = { kind: textAt(one, 'kind'), name: textAt(one, 'metadata', 'name') };
    return [...new Set(own.map((config) => textAt(config, 'caBundle')))]
      .filter((text) => text !== '')
      .map((text) => ({ object, pem: Buffer.from(text, 'base64').toString() }));
  });
}

function certificatesIn(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}
