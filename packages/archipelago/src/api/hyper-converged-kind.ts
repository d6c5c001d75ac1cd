/** The API that the product serves: `hco.kubevirt.io/v1beta1`, HyperConverged. The shape of a client's `Resource`. */
export const hyperConvergedKind = {
  group: 'hco.kubevirt.io',
  version: 'v1beta1',
  plural: 'hyperconvergeds',
  kind: 'HyperConverged',
  namespaced: true,
} as const;

/** What every HyperConverged begins with. */
export const hyperConvergedType = {
  apiVersion: `${hyperConvergedKind.group}/${hyperConvergedKind.version}`,
  kind: hyperConvergedKind.kind,
} as const;

/** The one name a HyperConverged may have; the CRD refuses others. */
export const hyperConvergedName = 'kubevirt-hyperconverged';

/** Keeps a HyperConverged until its operands are gone. */
export const hyperConvergedFinalizer = 'kubevirt.io/hyperconverged';
