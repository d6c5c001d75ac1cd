import type { KubernetesClient } from '@archipelago/kube-client';
import { settings } from '../../../config/settings.ts';
import { topics } from '../../../doctor/checks.ts';
import { alertTable } from '../../../observability/alert-table.ts';
import { dashboardTable } from '../../../observability/dashboards/dashboard-table.ts';
import { configKinds } from '../../../operator/layering/layering-kinds.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Completion, Offer } from './complete-line.ts';
import type { CompletionSource } from './completion-source.ts';

type Words = () => readonly Offer[];

/** Those that need no cluster. */
const known: Readonly<Record<Exclude<CompletionSource, 'configs' | 'files'>, Words>> = {
  alerts: () => unique(alertTable.map(({ name }) => ({ word: name }))),
  codes: () => topics.flatMap(({ checks }) => checks.map(({ code, title }) => ({ word: code, text: title }))),
  dashboards: () => dashboardTable.map(({ name, title }) => ({ word: name, text: title })),
  settings: () =>
    settings
      .filter(({ source }) => source.in === 'spec')
      .map(({ name, summary }) => ({ word: `spec.${name.replace(/^spec\./, '')}`, text: summary })),
  topics: () => topics.map(({ name }) => ({ word: name })),
};

/** The words of a source; none where the cluster does not give them within `patience` milliseconds. */
export async function findWords(
  source: Exclude<CompletionSource, 'files'>,
  given: Completion['given'],
  patience = 2_000,
): Promise<readonly Offer[]> {
  if (source !== 'configs') return known[source]();
  try {
    return await withClient(clusterOf(given), (client) => configsWithin(client, patience));
  } catch {
    return [];
  }
}

function clusterOf({ kubeconfig, context, snapshot }: Completion['given']): ClusterOptions {
  return {
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
    ...(snapshot !== undefined && { snapshot }),
  };
}

async function configsWithin(client: KubernetesClient, patience: number): Promise<readonly Offer[]> {
  const signal = AbortSignal.timeout(patience);
  const late = new Promise<readonly Offer[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  return Promise.race([configsIn(client), late]);
}

async function configsIn(client: KubernetesClient): Promise<readonly Offer[]> {
  const lists = await Promise.all(Object.values(configKinds).map((kind) => client.list(kind)));
  return unique(
    lists.flatMap((listed) =>
      listed.ok ? listed.value.items.map(({ metadata }) => ({ word: metadata.name })) : [],
    ),
  );
}

function unique(offers: readonly Offer[]): readonly Offer[] {
  return [...new Map(offers.map((offer) => [offer.word, offer])).values()];
}
