import { listAt, objectsAt } from '@archipelago/apimachinery';
import { until } from '../../support/until.ts';
import { operatorNamespace } from '../furnished-cluster.ts';
import type { BareCluster } from './bare-cluster.ts';
import type { PlayedOperator } from './follow-operator.ts';
import type { ImageRoot } from './image-root.ts';

/** `helm test` of the release, with its pod played: what it says runs in the file system of the image. Returns what that prints. */
export async function playChartTest(
  { run, object }: BareCluster,
  helm: string,
  { root, operator }: { readonly root: ImageRoot; readonly operator: PlayedOperator },
): Promise<string> {
  const play = async () => {
    const container = await until(async () => {
      const [found] = objectsAt(await object('pod', 'archipelago-ready'), 'spec', 'containers');
      return found;
    });
    // there is no network of Services here
    const here = `127.0.0.1:${await operator.port('metrics')}`;
    const command = [...listAt(container, 'command'), ...listAt(container, 'args')].map((part) =>
      String(part).replaceAll('archipelago-operator-metrics:8443', here),
    );
    const { status, text } = root.run(command);
    const patch = JSON.stringify({ status: { phase: status === 0 ? 'Succeeded' : 'Failed' } });
    const place = ['pod', 'archipelago-ready', '-n', operatorNamespace];
    await run('kubectl', 'patch', ...place, '--subresource=status', '--type=merge', '-p', patch);
    return text;
  };
  const [text] = await Promise.all([play(), run(helm, 'test', 'archipelago', '-n', operatorNamespace)]);
  return text;
}
