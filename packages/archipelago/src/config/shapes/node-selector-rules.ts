import { labelKeyErrors } from '@archipelago/apimachinery';
import type { Rule } from './rule.ts';

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

const name = '[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?';
const part = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
/** Of RE2, which has no lookahead: the length of the prefix is asked apart. */
const labelKey = `^(${part}([.]${part})*/)?${name}$`;

const fix = 'write a requirement the scheduler accepts';
const count = ({ values = [] }: Requirement): number => values.length;
const counted = '(has(self.values) ? size(self.values) : 0)';

/** Of these operators, whether the number of values is right. */
interface Counting {
  readonly operators: readonly string[];
  readonly isRight: (count: number) => boolean;
  readonly cel: string;
  readonly takes: string;
}

const listed: Counting = {
  operators: ['In', 'NotIn'],
  isRight: (values) => values > 0,
  cel: '> 0',
  takes: 'at least one value',
};
const none: Counting = {
  operators: ['Exists', 'DoesNotExist'],
  isRight: (values) => values === 0,
  cel: '== 0',
  takes: 'no values',
};
const one: Counting = {
  operators: ['Gt', 'Lt'],
  isRight: (values) => values === 1,
  cel: '== 1',
  takes: 'exactly one value',
};
const oneOfField: Counting = { ...one, operators: listed.operators };

/** What no scheduler reads in a requirement on labels, but for the values themselves. */
export const labelRequirementRules: readonly Rule<Requirement>[] = [
  {
    at: 'key',
    reason: 'Invalid',
    holds: ({ key }) => labelKeyErrors(key).length === 0,
    cel: `self.key.matches('${labelKey}') && self.key.indexOf('/') <= 253`,
    message:
      'is no key of a label: letters, digits, dashes, underscores and dots, beginning and ending with a letter or digit, with an optional DNS name and a slash before it',
    fix,
  },
  ...requirementRules([listed, none, one]),
];

/** The same of a requirement on fields of a node. */
export const fieldRequirementRules: readonly Rule<Requirement>[] = requirementRules([oneOfField]);

function requirementRules(countings: readonly Counting[]): readonly Rule<Requirement>[] {
  const known = countings.flatMap(({ operators }) => operators);
  return [
    {
      at: 'operator',
      reason: 'Invalid',
      holds: ({ operator }) => known.includes(operator),
      cel: `self.operator in [${inCel(known)}]`,
      message: `is none of ${known.join(', ')}`,
      fix,
    },
    ...countings.map(countRule),
  ];
}

function countRule({ operators, isRight, cel, takes }: Counting): Rule<Requirement> {
  return {
    at: 'values',
    reason: 'Invalid',
    holds: (requirement) => !operators.includes(requirement.operator) || isRight(count(requirement)),
    cel: `!(self.operator in [${inCel(operators)}]) || ${counted} ${cel}`,
    message: `does not fit the operator: ${operators.join(' and ')} take ${takes}`,
    fix,
  };
}

function inCel(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
