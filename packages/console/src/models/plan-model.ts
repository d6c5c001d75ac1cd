import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { PlanWords } from '../words/plan-words.ts';
import { changeLine, type PlanLine } from './plan-line.ts';
import { said } from './said.ts';

/** Lines of a plan under what they are about. */
interface PlanGroup {
  readonly title: string;
  readonly lines: readonly PlanLine[];
}

/** An edit, thought through. */
interface PlanModel {
  readonly verdict: { readonly variant: 'success' | 'warning' | 'danger'; readonly title: string };
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  readonly groups: readonly PlanGroup[];
  /** Whether the cluster accepts it, and something would be stored. */
  readonly canApply: boolean;
  /** The HyperConverged that it was planned for; undefined: there is none. */
  readonly stored: JsonObject | undefined;
  /** The HyperConverged after it, as YAML for Git; `''`: there is none. */
  readonly manifest: string;
}

/** What the console says to an edit. */
export function planModel(answer: JsonValue, words: PlanWords): PlanModel {
  const findings = objectsAt(answer, 'findings');
  const [plan, stored] = [valueAt(answer, 'plan'), valueAt(answer, 'stored')];
  const told = (level: string) => findings.filter((each) => each.level === level).map(findingText);
  const [server, keeper] = [said(answer, 'server', 'message'), said(answer, 'keptBy')];
  const verdict = verdictOf(answer, words);
  return {
    verdict,
    refusals: [said(answer, 'problem', 'message'), ...told('error'), server].filter((text) => text !== ''),
    warnings: [
      ...(keeper === '' ? [] : [words.keptBy(keeper)]),
      ...told('warning'),
      ...textsAt(answer, 'notes').map((_, index) => said(answer, 'notes', index)),
    ],
    groups: plan === undefined ? [] : groupsOf(plan, words),
    canApply: verdict.variant === 'success' && objectsAt(plan, 'fields').length > 0,
    stored: isJsonObject(stored) ? stored : undefined,
    manifest: textAt(answer, 'manifest'),
  };
}

function verdictOf(answer: JsonValue, words: PlanWords): PlanModel['verdict'] {
  if (said(answer, 'problem', 'message') !== '') return { variant: 'danger', title: words.notPlanned };
  const state = said(answer, 'server', 'state');
  if (valueAt(answer, 'allowed') !== true || state === 'refuses')
    return { variant: 'danger', title: words.refused };
  switch (state) {
    case 'accepts':
      return { variant: 'success', title: isStored(answer) ? words.already : words.accepted };
    case 'mayNot':
      return { variant: 'warning', title: words.mayNot };
    default:
      return { variant: 'warning', title: words.notAsked };
  }
}

function isStored(answer: JsonValue): boolean {
  return valueAt(answer, 'plan') !== undefined && objectsAt(answer, 'plan', 'fields').length === 0;
}

function findingText(finding: JsonObject): string {
  const fix = said(finding, 'fix');
  return `${said(finding, 'at')}: ${said(finding, 'message')}${fix === '' ? '' : `; ${fix}`}`;
}

function groupsOf(plan: JsonValue, words: PlanWords): readonly PlanGroup[] {
  const images = valueAt(plan, 'goldenImages') ?? null;
  const leadsTo = (each: JsonObject) => leadsLine(each, words);
  const groups: readonly PlanGroup[] = [
    { title: words.withheld, lines: objectsAt(plan, 'withheld').map(withheldLine) },
    { title: 'HyperConverged', lines: objectsAt(plan, 'fields').map(changeLine) },
    ...objectsAt(plan, 'operands').map((each) => operandGroup(each, words)),
    { title: words.imports, lines: objectsAt(images, 'imports').flatMap((each) => importLines(each, words)) },
    { title: words.removals, lines: objectsAt(images, 'removals').map((each) => removalLine(each, words)) },
    { title: words.dataSources, lines: objectsAt(images, 'dataSources').map(leadsTo) },
    { title: words.machines, lines: objectsAt(images, 'machines').map(leadsTo) },
    { title: words.unfit, lines: objectsAt(images, 'findings').map(imageFindingLine) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function withheldLine(finding: JsonObject): PlanLine {
  return { sign: '!', text: said(finding, 'message'), because: said(finding, 'fix') };
}

function operandGroup(operand: JsonObject, words: PlanWords): PlanGroup {
  const [verb, obstacle] = [said(operand, 'verb'), said(operand, 'obstacle')];
  const told = words.verbs[verb] ?? verb;
  const sign = obstacle !== '' ? '!' : (({ create: '+', delete: '-' } as const)[verb] ?? '~');
  const head: PlanLine = {
    sign,
    text: obstacle === '' ? told : `${told}: ${obstacle}`,
    because: said(operand, 'because'),
  };
  return {
    title: said(operand, 'object'),
    lines: [head, ...objectsAt(operand, 'fields').flatMap(fieldLines)],
  };
}

function fieldLines(change: JsonObject): readonly PlanLine[] {
  if (change.items === undefined) return [changeLine(change)];
  const field = said(change, 'field');
  return objectsAt(change, 'items').map((item) => changeLine({ ...item, field: `${field}[]` }));
}

function importLines(group: JsonObject, words: PlanWords): readonly PlanLine[] {
  const architecture = said(group, 'architecture') || words.any;
  return objectsAt(group, 'images').map((image) => ({
    sign: '+',
    text: `${architecture}: ${said(image, 'template')} → ${said(image, 'namespace')}/${said(image, 'dataSource')}`,
    because: '',
  }));
}

function removalLine(removal: JsonObject, words: PlanWords): PlanLine {
  const architecture = said(removal, 'architecture') || words.any;
  return {
    sign: '-',
    text: `${architecture}: ${said(removal, 'namespace')}/${said(removal, 'dataSource')}`,
    because: said(removal, 'because'),
  };
}

function leadsLine(change: JsonObject, words: PlanWords): PlanLine {
  const text = `${said(change, 'namespace')}/${said(change, 'name')}: ${leads(change.before, words)} → ${leads(change.after, words)}`;
  return { sign: '~', text, because: said(change, 'problem', 'message') };
}

function leads(value: JsonValue | undefined, words: PlanWords): string {
  if (!isJsonObject(value)) return words.nothing;
  const architecture = said(value, 'architecture') || words.anyArchitecture;
  return `${said(value, 'target') || words.image} (${architecture})`;
}

function imageFindingLine(finding: JsonObject): PlanLine {
  return {
    sign: '!',
    text: `${said(finding, 'template')}: ${said(finding, 'message')}`,
    because: said(finding, 'fix'),
  };
}
