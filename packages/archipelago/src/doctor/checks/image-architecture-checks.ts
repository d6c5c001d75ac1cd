import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const cluster = ['hyperConvergeds', 'nodes'] as const;
const after = ['VD201', 'VD202'];

/** Architectures of boot images. */
export const imageArchitectureChecks: readonly Check[] = [
  {
    code: 'VD808',
    title: 'Boot images exist for every architecture',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message:
      'Workload nodes are of {architectures}, and a boot image has the architecture of whichever node imported it.',
    impact: 'Virtual machines may start from an image of another architecture, and fail.',
    fix: 'set {field}: true, or place workloads on one architecture',
    falsePositives: 'images of your own that name their architecture',
    find: imagesAreMultiArch,
  },
  {
    code: 'VD809',
    title: 'Boot images say what they support',
    severity: 'warning',
    confidence: 'certain',
    needs: cluster,
    after,
    message: 'Template {template}: {problem}.',
    impact: 'The image is not imported, or for the wrong architectures.',
    fix: 'annotate it ssp.kubevirt.io/dict.architectures with names such as amd64,arm64, without spaces',
    falsePositives: 'templates that are switched off are left out',
    find: templatesAreAnnotated,
  },
  {
    code: 'VD814',
    title: 'Boot images of the release are not frozen',
    severity: 'warning',
    confidence: 'heuristic',
    needs: cluster,
    after,
    message:
      'The spec has a copy of the boot image {template} of the release, for {architectures}: later releases do not change it any more.',
    impact: 'Architectures that nodes or images get later are not imported.',
    fix: 'remove {template} from {field}; to switch an image off, write its name with the annotation dataimportcrontemplate.kubevirt.io/enable alone',
    falsePositives:
      'a template that was changed on purpose: told as a note where no architecture of the nodes is missing',
    find: templatesAreNotFrozen,
  },
];

function imagesAreMultiArch({ hyperConverged, architectures, itself }: ClusterView): Outcome {
  if (hyperConverged.value('bootImages') === false) return { skipped: 'common boot images are switched off' };
  if (hyperConverged.value('multiArchImages') === true || architectures.length < 2) return [];
  return [{ object: itself, params: { architectures, field: hyperConverged.fieldOf('multiArchImages') } }];
}

const annotation = 'ssp.kubevirt.io/dict.architectures';
const known = ['amd64', 'arm64', 's390x', 'ppc64le'];

function templatesAreAnnotated(view: ClusterView): Outcome {
  const { hyperConverged, architectures, itself } = view;
  if (hyperConverged.value('multiArchImages') !== true) return { skipped: 'images are imported once' };
  return templatesOf(view).flatMap((template): readonly Found[] => {
    const problem = problemOf(template, architectures);
    const name = textAt(template, 'metadata', 'name');
    return problem === undefined ? [] : [{ object: itself, params: { template: name, problem } }];
  });
}

/** Consoles that switch an image on copy what the status tells, with the architectures that the cluster has at that moment. */
function templatesAreNotFrozen({ hyperConverged, architectures, itself }: ClusterView): Outcome {
  if (hyperConverged.value('multiArchImages') !== true) return { skipped: 'images are imported once' };
  const told = objectsAt(hyperConverged.object, 'status', 'dataImportCronTemplates');
  const common = new Set(
    told
      .filter((one) => objectAt(one, 'status').commonTemplate === true)
      .map((one) => textAt(one, 'metadata', 'name')),
  );
  const written = objectsAt({ list: hyperConverged.value('imageTemplates') }, 'list');
  return written.filter(isSwitchedOn).flatMap((one): readonly Found[] => {
    const [template, names] = [
      textAt(one, 'metadata', 'name'),
      textAt(one, 'metadata', 'annotations', annotation),
    ];
    if (!common.has(template) || names === '') return [];
    const own = names.split(',');
    const isWhole = architectures.every((architecture) => own.includes(architecture));
    const params = { template, architectures: own, field: hyperConverged.fieldOf('imageTemplates') };
    return [{ object: itself, ...(isWhole ? { severity: 'info' } : {}), params }];
  });
}

function isSwitchedOn(template: JsonObject): boolean {
  return textAt(template, 'metadata', 'annotations', 'dataimportcrontemplate.kubevirt.io/enable') !== 'false';
}

/** Those that the operator tells, and those that somebody wrote and it does not; the ones that are switched off do not count. */
function templatesOf({ hyperConverged }: ClusterView): readonly JsonObject[] {
  const told = objectsAt(hyperConverged.object, 'status', 'dataImportCronTemplates');
  const names = new Set(told.map((one) => textAt(one, 'metadata', 'name')));
  const written = objectsAt({ list: hyperConverged.value('imageTemplates') }, 'list');
  return [...told, ...written.filter((one) => !names.has(textAt(one, 'metadata', 'name')))].filter(
    isSwitchedOn,
  );
}

function problemOf(template: JsonObject, architectures: readonly string[]): string | undefined {
  const written = objectAt(template, 'metadata', 'annotations')[annotation];
  if (typeof written !== 'string') return 'the annotation is missing';
  if (written === '') return 'the annotation is empty';
  if (/\s/.test(written)) return 'the annotation has spaces';
  const names = written.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `${unknown} is no architecture`;
  return names.some((name) => architectures.includes(name))
    ? undefined
    : 'no workload node is of its architectures';
}
