import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

/** A line of a plan: what comes, goes or changes. */
export interface PlanLine {
  readonly sign: '+' | '-' | '~' | '!';
  readonly text: string;
  readonly because: string;
}

/** Lines of a plan under what they are about. */
export interface PlanGroup {
  readonly title: string;
  readonly lines: readonly PlanLine[];
}

/** An edit, thought through. */
export interface PlanModel {
  readonly verdict: { readonly variant: 'success' | 'warning' | 'danger'; readonly title: string };
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  readonly groups: readonly PlanGroup[];
}

/** What the console says to an edit. */
export function planModel(answer: JsonValue): PlanModel {
  const findings = objectsAt(answer, 'findings');
  const plan = valueAt(answer, 'plan');
  const told = (level: string) => findings.filter((each) => each.level === level).map(findingText);
  const server = said(answer, 'server', 'message');
  return {
    verdict: verdictOf(answer),
    refusals: [said(answer, 'problem', 'message'), ...told('error'), server].filter((text) => text !== ''),
    warnings: [
      ...told('warning'),
      ...textsAt(answer, 'notes').map((_, index) => said(answer, 'notes', index)),
    ],
    groups: plan === undefined ? [] : groupsOf(plan),
  };
}

function verdictOf(answer: JsonValue): PlanModel['verdict'] {
  if (said(answer, 'problem', 'message') !== '')
    return { variant: 'danger', title: 'This could not be planned' };
  const state = said(answer, 'server', 'state');
  if (valueAt(answer, 'allowed') !== true || state === 'refuses')
    return { variant: 'danger', title: 'This would be refused' };
  switch (state) {
    case 'accepts':
      return { variant: 'success', title: 'The cluster would accept this' };
    case 'mayNot':
      return { variant: 'warning', title: 'You may not make this change; somebody else has to' };
    default:
      return { variant: 'warning', title: 'Whether the cluster would accept this was not asked' };
  }
}

function findingText(finding: JsonObject): string {
  const fix = said(finding, 'fix');
  return `${said(finding, 'at')}: ${said(finding, 'message')}${fix === '' ? '' : `; ${fix}`}`;
}

function groupsOf(plan: JsonValue): readonly PlanGroup[] {
  const images = valueAt(plan, 'goldenImages') ?? null;
  const groups: readonly PlanGroup[] = [
    { title: 'Nothing of this is done yet', lines: objectsAt(plan, 'withheld').map(withheldLine) },
    { title: 'HyperConverged', lines: objectsAt(plan, 'fields').map(changeLine) },
    ...objectsAt(plan, 'operands').map(operandGroup),
    { title: 'Golden images to import', lines: objectsAt(images, 'imports').flatMap(importLines) },
    { title: 'Boot sources that go', lines: objectsAt(images, 'removals').map(removalLine) },
    { title: 'DataSources that change', lines: objectsAt(images, 'dataSources').map(leadsLine) },
    {
      title: 'Virtual machines whose boot source changes',
      lines: objectsAt(images, 'machines').map(leadsLine),
    },
    { title: 'Images that do not fit', lines: objectsAt(images, 'findings').map(imageFindingLine) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function withheldLine(finding: JsonObject): PlanLine {
  return { sign: '!', text: said(finding, 'message'), because: said(finding, 'fix') };
}

function changeLine(change: JsonObject): PlanLine {
  const { before, after } = change;
  const field = said(change, 'field');
  const because = said(change, 'because');
  if (before === undefined) return { sign: '+', text: `${field}: ${valueText(after)}`, because };
  if (after === undefined) return { sign: '-', text: `${field}: ${valueText(before)}`, because };
  return { sign: '~', text: `${field}: ${valueText(before)} → ${valueText(after)}`, because };
}

function operandGroup(operand: JsonObject): PlanGroup {
  const [verb, obstacle] = [said(operand, 'verb'), said(operand, 'obstacle')];
  const sign = obstacle !== '' ? '!' : (({ create: '+', delete: '-' } as const)[verb] ?? '~');
  const head: PlanLine = {
    sign,
    text: obstacle === '' ? verb : `${verb}: ${obstacle}`,
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

function importLines(group: JsonObject): readonly PlanLine[] {
  const architecture = said(group, 'architecture') || 'any';
  return objectsAt(group, 'images').map((image) => ({
    sign: '+',
    text: `${architecture}: ${said(image, 'template')} → ${said(image, 'namespace')}/${said(image, 'dataSource')}`,
    because: '',
  }));
}

function removalLine(removal: JsonObject): PlanLine {
  const architecture = said(removal, 'architecture') || 'any';
  return {
    sign: '-',
    text: `${architecture}: ${said(removal, 'namespace')}/${said(removal, 'dataSource')}`,
    because: said(removal, 'because'),
  };
}

function leadsLine(change: JsonObject): PlanLine {
  const text = `${said(change, 'namespace')}/${said(change, 'name')}: ${leads(change.before)} → ${leads(change.after)}`;
  return { sign: '~', text, because: said(change, 'problem', 'message') };
}

function leads(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return 'nothing';
  const architecture = said(value, 'architecture') || 'any architecture';
  return `${said(value, 'target') || 'image'} (${architecture})`;
}

function imageFindingLine(finding: JsonObject): PlanLine {
  return {
    sign: '!',
    text: `${said(finding, 'template')}: ${said(finding, 'message')}`,
    because: said(finding, 'fix'),
  };
}
