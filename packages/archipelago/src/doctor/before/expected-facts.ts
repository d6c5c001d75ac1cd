import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { nodeView } from '../cluster/node-view.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import { type Facts, type Reading, readingOf } from '../facts/facts.ts';
import { virtualizationOf } from './virtualization-of.ts';

/** As it is where nobody configures anything; its namespace is the usual one. */
const expectedHyperConverged: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};

/** Whether there is a HyperConverged already. */
export function isInstalled(facts: Facts): boolean {
  return readingOf(facts, 'hyperConvergeds').state === 'read';
}

/** What is expected of a cluster after an installation with defaults: a HyperConverged, and nodes on which virtual machines run. */
export function expectedFacts(facts: Facts): Facts {
  if (isInstalled(facts)) return facts;
  const readings = new Map<FactName, Reading>(facts.readings);
  readings.set('hyperConvergeds', { state: 'read', objects: [expectedHyperConverged] });
  const nodes = readingOf(facts, 'nodes');
  if (nodes.state === 'read')
    readings.set('nodes', { state: 'read', objects: nodes.objects.map((node) => expectedNode(node)) });
  return { readings, now: facts.now };
}

/** A node that virt-handler has looked at; without devices where it says that it has no hardware virtualization. */
function expectedNode(node: JsonObject): JsonObject {
  if (virtualizationOf(nodeView(node)) === 'missing') return node;
  const metadata = objectAt(node, 'metadata');
  const status = objectAt(node, 'status');
  const labels = { ...objectAt(metadata, 'labels'), 'kubevirt.io/schedulable': 'true' };
  const annotations = { ...objectAt(metadata, 'annotations'), 'kubevirt.io/heartbeat': '$NOW' };
  const allocatable = { ...objectAt(status, 'allocatable'), 'devices.kubevirt.io/kvm': '110' };
  const name = textAt(metadata, 'name');
  return {
    ...node,
    metadata: { ...metadata, name, labels, annotations },
    status: { ...status, allocatable },
  };
}
