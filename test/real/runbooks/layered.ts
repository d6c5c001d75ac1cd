import { created } from './created.ts';

/** An image for nodes with the label; $REGISTRY and $PASSWORD are those of `up`. */
export function layered(config: string, nodes: string, annotations = ''): string {
  return `kubectl label nodes ${nodes} node-pool=${config} --overwrite
kubectl create secret docker-registry push-${config} -n archipelago-builds --docker-server=$REGISTRY --docker-username=up --docker-password=$PASSWORD
kubectl create -f - <<EOF
apiVersion: layering.archipelago.dev/v1
kind: MachineOSConfig
metadata: {name: ${config}, annotations: {${annotations}}}
spec:
  nodeSelector: {node-pool: ${config}}
  baseImage: $REGISTRY/base/os:10
  imageBuilder: {imageBuilderType: Job}
  renderedImagePushSpec: $REGISTRY/os/${config}:latest
  renderedImagePushSecret: {name: push-${config}}
  build: {attempts: 1}
  containerFile: [{content: "FROM configs"}]
EOF`;
}

/** The node that has it. */
export const drained = 'worker-amd64-0';

/** A pod that no drain can evict. */
export const guarded = created(
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'guarded', namespace: 'default', labels: { app: 'guarded' } },
    spec: { nodeName: drained, containers: [{ name: 'guarded', image: 'example/guarded' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'guarded', namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'guarded' } } },
  },
);
