import { events, leases, type Resource } from '@archipelago/kube-client';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import type { DerivedInputs } from '../cluster-facts/inputs.ts';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import type { Operand } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import { otherOperatorNames } from '../reconcile/other-operators.ts';
import { workloadKinds } from '../reconcile/workloads.ts';
import { doctorPermissions } from './doctor/doctor-permissions.ts';
import { bootSourcePermissions } from './golden-images/boot-source-permissions.ts';
import { layeringPermissions } from './layering/layering-permissions.ts';
import {
  configurations,
  definitions,
  deployments,
  hyperConvergeds,
  imageMirrorSets,
  nodes,
  operatorName,
} from './mirror/cluster-resources.ts';
import { buildsNamespace, type Installation, type Permission, reading, rule } from './rights/permission.ts';
import { webhookPermissions } from './webhook/webhook-permissions.ts';

/** What an API server is asked about who asks for metrics. */
const reviews = [
  review('authentication.k8s.io', 'tokenreviews', 'TokenReview'),
  review('authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview'),
];

function review(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: false };
}

/**
 * Everything the operator may do, and no more: a rule for each thing that it reads or writes, with the names that it does
 * it to. The name of an object that is about to be created is not known to RBAC, so `create` stands apart.
 */
export function permissions(installation: Installation): readonly Permission[] {
  const { namespace, platform, importer, layering, rollout = false } = installation;
  return [
    ...ofHyperConverged(namespace),
    {
      ...rule(deployments, reading, 'whether another operator writes the same objects'),
      namespace,
      names: otherOperatorNames,
    },
    rule(nodes, reading, 'architectures, and how many nodes there are'),
    rule(definitions, reading, 'which kinds are served, and with which defaults'),
    ...(platform === 'openshift' ? ofPlatform() : []),
    ...ofOperands(installation),
    ...workloadKinds.map((kind) =>
      rule(
        kind,
        ['list'],
        'what a deletion would take away, and what runs by a placement that is about to change',
      ),
    ),
    ...(importer === 'ssp' ? [] : bootSourcePermissions(platform)),
    ...(layering === undefined ? [] : layeringPermissions(buildsNamespace(installation), platform, rollout)),
    ...(installation.doctor === true ? doctorPermissions() : []),
    ...webhookPermissions(namespace, installation.webhook),
    ...reviews.map((resource) =>
      rule(resource, ['create'], 'who asks for metrics, and whether he may have them'),
    ),
    rule(events, ['create', 'patch'], 'tells what was done, also to a HyperConverged in another namespace'),
    { ...rule(leases, ['create'], 'leader election'), namespace },
    { ...rule(leases, ['get', 'update'], 'leader election'), namespace, names: [operatorName] },
  ];
}

function ofHyperConverged(namespace: string): readonly Permission[] {
  const own = { namespace, names: [hyperConvergedName] };
  const { plural } = hyperConvergeds;
  return [
    rule(hyperConvergeds, reading, 'what is to be, and who has put it into another namespace'),
    { ...rule(hyperConvergeds, ['patch'], 'stores defaults and our finalizer'), ...own },
    {
      ...rule(hyperConvergeds, ['patch'], 'tells what has become of it'),
      ...own,
      resource: `${plural}/status`,
    },
    {
      ...rule(hyperConvergeds, ['update'], 'names it as owner of operands where owners are checked'),
      ...own,
      resource: `${plural}/finalizers`,
    },
  ];
}

/** OpenShift's configuration; each kind has one object. */
function ofPlatform(): readonly Permission[] {
  return [
    ...Object.values(configurations).map((resource) => ({
      ...rule(resource, reading, 'configuration of the platform'),
      names: ['cluster'],
    })),
    ...imageMirrorSets.map((resource) => rule(resource, reading, 'where golden images may be looked up')),
  ];
}

interface Place {
  readonly operand: Operand;
  readonly namespace: string | undefined;
  readonly names: readonly string[];
}

function ofOperands({ namespace, platform }: Installation): readonly Permission[] {
  const { facts, deployment, memory } = standardInputs;
  const inputs: DerivedInputs = {
    facts: deriveFacts({ ...facts, platform }, undefined),
    deployment: { ...deployment, operatorNamespace: namespace },
    memory,
  };
  const fitting = operands.filter(({ fits }) => fits(inputs.facts));
  const places = new Map<string, Place>();
  for (const operand of fitting) {
    const home = operand.namespaced ? (operand.namespace ?? namespace) : undefined;
    const key = JSON.stringify([operand.group, operand.plural, home]);
    const names = [...(places.get(key)?.names ?? []), operand.name(hyperConvergedName)];
    places.set(key, { operand, namespace: home, names });
  }
  return [...places.values()].flatMap(ofPlace);
}

function ofPlace({ operand, namespace, names }: Place): readonly Permission[] {
  const because = `${operand.kind} ${names.join(', ')}`;
  if (operand.isInstalled)
    return [
      { ...rule(operand, [...reading, 'bind'], `${because}, which the manifests bring`), namespace, names },
    ];
  const verbs = [...reading, 'patch', 'delete'];
  return [
    { ...rule(operand, verbs, because), namespace, names },
    { ...rule(operand, ['create'], because), namespace },
  ];
}
