import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { knownDriver } from '../cluster/known-driver.ts';
import { nodeView } from '../cluster/node-view.ts';
import { type StorageClassView, storageClassView } from '../cluster/storage-class-view.ts';
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

/**
 * What is expected of a cluster after an installation with defaults: a HyperConverged, nodes on which virtual machines run, and the
 * StorageProfiles that CDI will write.
 */
export function expectedFacts(facts: Facts): Facts {
  if (isInstalled(facts)) return facts;
  const readings = new Map<FactName, Reading>(facts.readings);
  readings.set('hyperConvergeds', { state: 'read', objects: [expectedHyperConverged] });
  const nodes = readingOf(facts, 'nodes');
  if (nodes.state === 'read')
    readings.set('nodes', { state: 'read', objects: nodes.objects.map((node) => expectedNode(node)) });
  const classes = readingOf(facts, 'storageClasses');
  if (classes.state === 'read' && readingOf(facts, 'storageProfiles').state !== 'read')
    readings.set('storageProfiles', {
      state: 'read',
      objects: classes.objects.map((one) => expectedProfile(storageClassView(one, facts.now))),
    });
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

/** What CDI will know of a class, from its table of drivers. */
function expectedProfile(one: StorageClassView): JsonObject {
  const sets = knownDriver(one)?.sets ?? [];
  return {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'StorageProfile',
    metadata: { name: one.name },
    status: {
      provisioner: one.provisioner,
      claimPropertySets: sets.map(({ accessModes, volumeMode }) => ({
        accessModes: [...accessModes],
        volumeMode,
      })),
    },
  };
}
