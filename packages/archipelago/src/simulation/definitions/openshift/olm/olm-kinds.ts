import {
  openMembers,
  openObject,
  type PrinterColumn,
  phaseColumn,
  type ResourceDefinition,
} from '../../declaration/resource-definition.ts';
import { subscriptionConfigSchema } from './subscription-config-schema.ts';

const common = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  inCategoryAll: false,
  namespaced: true,
  statusSubresource: true,
  categories: ['olm'],
  required: ['metadata', 'spec'],
} as const;

function column(name: string, path: string, description: string): PrinterColumn {
  return { name, type: 'string', jsonPath: `.spec.${path}`, description };
}

/** An operator that OLM keeps installed and updated. */
export const subscription: ResourceDefinition = {
  ...common,
  kind: 'Subscription',
  plural: 'subscriptions',
  shortNames: ['sub', 'subs'],
  columns: [
    column('Package', 'name', 'Package of the operator'),
    column('Source', 'source', 'Catalog that it comes from'),
    column('Channel', 'channel', 'Channel that updates come through'),
  ],
  members: {
    spec: {
      type: 'object',
      description: 'What is to be installed, and from where.',
      required: ['name', 'source', 'sourceNamespace'],
      properties: {
        channel: { type: 'string', description: 'Channel that updates come through.' },
        config: subscriptionConfigSchema,
        installPlanApproval: { type: 'string', description: 'Automatic or Manual.' },
        name: { type: 'string', description: 'Package in the catalog.' },
        source: { type: 'string', description: 'CatalogSource.' },
        sourceNamespace: { type: 'string', description: 'Namespace of the CatalogSource.' },
        startingCSV: { type: 'string', description: 'Version to begin with.' },
      },
    },
    status: openObject,
  },
};

/** A version of an operator, installed. */
export const clusterServiceVersion: ResourceDefinition = {
  ...common,
  kind: 'ClusterServiceVersion',
  plural: 'clusterserviceversions',
  shortNames: ['csv', 'csvs'],
  columns: [
    column('Display', 'displayName', 'Name for people'),
    column('Version', 'version', 'Version'),
    column('Replaces', 'replaces', 'Version that it replaces'),
    phaseColumn,
  ],
  members: openMembers,
};

/** What an installation does, step by step. */
const installPlan: ResourceDefinition = {
  ...common,
  kind: 'InstallPlan',
  plural: 'installplans',
  shortNames: ['ip'],
  columns: [
    column('CSV', 'clusterServiceVersionNames[0]', 'The first version that it installs'),
    column('Approval', 'approval', 'Automatic or Manual'),
    { name: 'Approved', type: 'boolean', jsonPath: '.spec.approved' },
  ],
  members: openMembers,
};

/** What the Operator Lifecycle Manager brings. */
export const olmKinds: readonly ResourceDefinition[] = [subscription, clusterServiceVersion, installPlan];
