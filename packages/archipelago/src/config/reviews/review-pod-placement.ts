import { label1123Problems, parseNodeSelector } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';
import type { NodePlacement } from '../shapes/node-placement.ts';
import { oddValue } from './odd-value.ts';
import { oddSelector } from './review-label-selector.ts';
import { reviewNodeLabels } from './review-labels.ts';

type Affinity = NonNullable<NodePlacement['affinity']>;
type NodeAffinity = NonNullable<Affinity['nodeAffinity']>;
type PodAffinity = NonNullable<Affinity['podAffinity']>;
type PodAffinityTerm = NonNullable<PodAffinity['requiredDuringSchedulingIgnoredDuringExecution']>[number];
type Toleration = NonNullable<NodePlacement['tolerations']>[number];

/**
 * What an API server refuses in a pod. Upstream's schemas accept it; the components' pods are refused then, one after the
 * other, so it is told here.
 */
export function reviewPodPlacement(at: string, placement: NodePlacement): readonly FieldFinding[] {
  const { nodeSelector, affinity = {}, tolerations = [] } = placement;
  const { nodeAffinity = {}, podAffinity = {}, podAntiAffinity = {} } = affinity;
  return [
    ...reviewNodeLabels(`${at}.nodeSelector`, nodeSelector),
    ...reviewNodeAffinity(`${at}.affinity.nodeAffinity`, nodeAffinity),
    ...reviewPodAffinity(`${at}.affinity.podAffinity`, podAffinity),
    ...reviewPodAffinity(`${at}.affinity.podAntiAffinity`, podAntiAffinity),
    ...tolerations.flatMap((one, index) => reviewToleration(`${at}.tolerations[${index}]`, one)),
  ];
}

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const required = 'requiredDuringSchedulingIgnoredDuringExecution';

function reviewNodeAffinity(at: string, affinity: NodeAffinity): readonly FieldFinding[] {
  return (affinity[preferred] ?? []).flatMap(({ preference, weight }, index) => {
    const where = `${at}.${preferred}[${index}]`;
    const parsed = parseNodeSelector({ nodeSelectorTerms: [preference] });
    const errors = parsed.ok ? [] : parsed.errors;
    return [
      ...errors.map(
        ({ field, message }): FieldFinding => ({
          level: 'warning',
          at: `${where}.${field.replace('nodeSelectorTerms[0]', 'preference')}`,
          reason: 'Invalid',
          message: `${message}; pods with it are refused`,
          fix: 'write a requirement the scheduler accepts; operators are In, NotIn, Exists, DoesNotExist, Gt and Lt',
        }),
      ),
      ...reviewWeight(`${where}.weight`, weight),
    ];
  });
}

function reviewPodAffinity(at: string, affinity: PodAffinity): readonly FieldFinding[] {
  return [
    ...(affinity[required] ?? []).flatMap((term, index) =>
      reviewPodTerm(`${at}.${required}[${index}]`, term),
    ),
    ...(affinity[preferred] ?? []).flatMap(({ podAffinityTerm, weight }, index) => {
      const where = `${at}.${preferred}[${index}]`;
      return [
        ...reviewPodTerm(`${where}.podAffinityTerm`, podAffinityTerm),
        ...reviewWeight(`${where}.weight`, weight),
      ];
    }),
  ];
}

function reviewPodTerm(at: string, term: PodAffinityTerm): readonly FieldFinding[] {
  const namespaces = (term.namespaces ?? []).flatMap((name, index) =>
    label1123Problems(name).map((rule) =>
      oddValue(
        `${at}.namespaces[${index}]`,
        name,
        `is no namespace: ${rule}`,
        'write the name of a namespace',
      ),
    ),
  );
  return [
    ...oddSelector(`${at}.labelSelector`, term.labelSelector),
    ...oddSelector(`${at}.namespaceSelector`, term.namespaceSelector),
    ...namespaces,
    ...(term.topologyKey === ''
      ? [
          oddValue(
            `${at}.topologyKey`,
            '',
            'is empty, and pods with it are refused',
            'write a node label such as kubernetes.io/hostname',
          ),
        ]
      : []),
  ];
}

function reviewWeight(at: string, weight: number): readonly FieldFinding[] {
  return weight >= 1 && weight <= 100
    ? []
    : [oddValue(at, weight, 'is not from 1 to 100, and pods with it are refused', 'write 1 to 100')];
}

interface TolerationRule {
  readonly leaf: 'operator' | 'effect' | 'value' | 'key' | 'tolerationSeconds';
  broken(toleration: Toleration): boolean;
  readonly message: string;
  readonly fix: string;
}

const operators = ['', 'Equal', 'Exists', 'Lt', 'Gt'];
const effects = ['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const tolerationRules: readonly TolerationRule[] = [
  {
    leaf: 'operator',
    broken: ({ operator = '' }) => !operators.includes(operator),
    message: 'is neither Equal nor Exists',
    fix: 'write Equal or Exists',
  },
  {
    leaf: 'effect',
    broken: ({ effect = '' }) => !effects.includes(effect),
    message: 'is no effect of a taint',
    fix: `write one of ${effects.slice(1).join(', ')}`,
  },
  {
    leaf: 'value',
    broken: ({ operator, value = '' }) => operator === 'Exists' && value !== '',
    message: 'does not go with operator Exists',
    fix: 'remove value, or write operator: Equal',
  },
  {
    leaf: 'key',
    broken: ({ operator, key = '' }) => operator !== 'Exists' && key === '',
    message: 'is empty, which only operator Exists allows',
    fix: 'write the key of a taint',
  },
  {
    leaf: 'tolerationSeconds',
    broken: ({ tolerationSeconds, effect }) => tolerationSeconds !== undefined && effect !== 'NoExecute',
    message: 'goes with effect NoExecute only',
    fix: 'remove it, or write effect: NoExecute',
  },
];

function reviewToleration(at: string, toleration: Toleration): readonly FieldFinding[] {
  return tolerationRules
    .filter(({ broken }) => broken(toleration))
    .map(({ leaf, message, fix }) =>
      oddValue(`${at}.${leaf}`, toleration[leaf] ?? '', `${message}, and pods with it are refused`, fix),
    );
}
