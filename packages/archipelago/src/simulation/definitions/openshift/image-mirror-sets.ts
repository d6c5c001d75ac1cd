import { openMembers, type ResourceDefinition } from '../declaration/resource-definition.ts';

function mirrorSet(kind: string, plural: string, shortName: string): ResourceDefinition {
  return {
    group: 'config.openshift.io',
    version: 'v1',
    kind,
    plural,
    shortNames: [shortName],
    inCategoryAll: false,
    namespaced: false,
    statusSubresource: true,
    columns: [],
    members: openMembers,
    required: ['spec'],
  };
}

/** Where images may be read besides their registry; no cluster has one of its own. */
export const imageMirrorSets: readonly ResourceDefinition[] = [
  mirrorSet('ImageDigestMirrorSet', 'imagedigestmirrorsets', 'idms'),
  mirrorSet('ImageTagMirrorSet', 'imagetagmirrorsets', 'itms'),
];
