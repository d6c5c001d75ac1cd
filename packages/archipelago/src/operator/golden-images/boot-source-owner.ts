import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { Owner } from '../../golden-images/boot-sources/ownership.ts';
import { operatorName } from '../mirror/cluster-resources.ts';

/** Boot sources of a HyperConverged in another namespace would be another's. */
export function bootSourceOwner(namespace: string, version: string): Owner {
  return {
    resource: `${namespace}/${hyperConvergedName}`,
    type: 'HyperConverged.hco.kubevirt.io',
    managedBy: operatorName,
    partOf: 'hyperconverged-cluster',
    version,
  };
}
