import { type JsonObject, type JsonValue, jsonEqual, valueAt } from '@archipelago/apimachinery';
import { type FieldPath, locateField, printFieldPath } from '../../../../config/framework/field-path.ts';
import { structure } from '../../../../config/structure.ts';
import { mergePatchBetween } from '../../../../reconcile/merge-patch-between.ts';
import { type Manifest, parseManifest } from '../../../input/manifest.ts';
import { unknownField } from '../../../input/report.ts';
import { editablePart } from './editable-part.ts';

/** Something to say about a place in a text. */
interface YamlFinding {
  readonly level: 'error' | 'warning';
  /** From 1; undefined: the whole text. */
  readonly line: number | undefined;
  /** The field; `''`: the text is no YAML. */
  readonly at: string;
  readonly message: string;
  readonly fix: string;
}

interface PatchOfYaml {
  /** Undefined: there is an error. */
  readonly patch: JsonObject | undefined;
  readonly findings: readonly YamlFinding[];
}

/** What an edited text changes of the HyperConverged that it was made of, as a merge patch; or what is wrong with it, and in which line. */
export function patchOfYaml(text: string, stored: JsonObject): PatchOfYaml {
  const parsed = parseManifest(text);
  if (!parsed.ok) {
    const { position, message, fix } = parsed;
    return { patch: undefined, findings: [{ level: 'error', line: position?.line, at: '', message, fix }] };
  }
  const findings = [...strangers(parsed.manifest, stored), ...misshapen(parsed.manifest, stored)];
  if (findings.some(({ level }) => level === 'error')) return { patch: undefined, findings };
  const [before, after] = [editablePart(stored), editablePart(parsed.manifest.object)];
  return { patch: mergePatchBetween(before, after) ?? {}, findings };
}

/** A text of another object would be taken for this one. */
function strangers({ object, positionOf }: Manifest, stored: JsonObject): readonly YamlFinding[] {
  const own = editablePart(stored);
  return identity.flatMap((path): YamlFinding[] => {
    const [wanted, found] = [valueAt(own, ...path), valueAt(object, ...path)];
    if (jsonEqual(wanted, found)) return [];
    const at = printFieldPath(path);
    const message = `must be ${text(wanted)}, as it is this object that is edited`;
    return [{ level: 'error', line: positionOf(path).line, at, message, fix: `write ${text(wanted)}` }];
  });
}

const identity: readonly FieldPath[] = [
  ['apiVersion'],
  ['kind'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
];

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : 'absent';
}

/** What the definition says: fields of the wrong shape, and fields that there are not. What values may be is for the plan to say, and what is left as it was is no matter. */
function misshapen({ object, positionOf }: Manifest, stored: JsonObject): readonly YamlFinding[] {
  const { status: _, ...written } = object;
  const { findings, unknownFields } = structure(written, stored);
  const all = [...findings, ...unknownFields.map((field) => unknownField(field, 'warning'))];
  return all.map(({ level, at, message, fix }) => {
    const { line } = positionOf(locateField(at, object));
    return { level: level === 'error' ? 'error' : 'warning', line, at, message, fix };
  });
}
