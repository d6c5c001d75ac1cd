import {
  type JsonObject,
  type JsonValue,
  objectsAt,
  printJson,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';

/** Entry of `spec.containerFile`, as it is typed in. */
export interface ContainerfileEntry {
  /** `NoArch`: for all that have no entry of their own. */
  readonly containerfileArch: string;
  readonly content: string;
}

/** What an entry can be for. */
const containerfileArchitectures = ['NoArch', 'AMD64', 'ARM64', 'PPC64LE', 'S390X'] as const;

/** The entries that are stored; where there are none, one to begin with. */
export function storedEntries(answer: JsonValue): readonly ContainerfileEntry[] {
  const entries = objectsAt(answer, 'containerFile').map((entry) => ({
    containerfileArch: textAt(entry, 'containerfileArch') || 'NoArch',
    content: textAt(entry, 'content'),
  }));
  return entries.length > 0 ? entries : [{ containerfileArch: 'NoArch', content: 'FROM configs\n' }];
}

/** An architecture that has no entry yet; undefined: each has. */
export function nextArchitecture(entries: readonly ContainerfileEntry[]): string | undefined {
  return containerfileArchitectures.find((name) =>
    entries.every(({ containerfileArch }) => containerfileArch !== name),
  );
}

/** Entries as JSON. */
export function entriesJson(entries: readonly ContainerfileEntry[]): readonly JsonObject[] {
  return entries.map(({ containerfileArch, content }) => ({ containerfileArch, content }));
}

/** The command that makes the edit, for a shell. */
export function containerfileCommand(
  { group, name }: { readonly group: string; readonly name: string },
  entries: readonly ContainerfileEntry[],
): string {
  const patch = printJson({ spec: { containerFile: [...entriesJson(entries)] } }).replaceAll("'", `'\\''`);
  return `kubectl patch machineosconfigs.${group} ${name} --type merge -p '${patch}'`;
}

/** What an edit would build and what use again. */
export interface ForecastModel {
  readonly verdict: string;
  readonly message: string;
  readonly platforms: readonly {
    readonly architecture: string;
    readonly action: string;
    readonly because: string;
    /** What it is made of otherwise than before. */
    readonly differs: readonly string[];
  }[];
  readonly removed: readonly string[];
  /** What is wrong, or was not answered. */
  readonly remarks: readonly { readonly text: string; readonly fix: string }[];
  /** Why there is none; `''`: there is one. */
  readonly problem: string;
}

/** The forecast, of what the console says. */
export function forecastModel(answer: JsonValue): ForecastModel {
  const unanswered = objectsAt(answer, 'forecast', 'unanswered').map((each) => ({
    text: `${said(each, 'reference')}: ${said(each, 'message')}`,
    fix: '',
  }));
  const findings = objectsAt(answer, 'forecast', 'findings').map((each) => ({
    text: said(each, 'message'),
    fix: said(each, 'fix'),
  }));
  return {
    verdict: said(answer, 'forecast', 'verdict'),
    message: said(answer, 'forecast', 'message'),
    platforms: objectsAt(answer, 'forecast', 'platforms').map((each) => ({
      architecture: said(each, 'architecture'),
      action: said(each, 'action'),
      because: said(each, 'because'),
      differs: objectsAt(each, 'differs').map(differenceText),
    })),
    removed: textsAt(answer, 'forecast', 'removed').map((name) => said(name)),
    remarks: [...unanswered, ...findings],
    problem: said(answer, 'problem', 'message'),
  };
}

function differenceText(each: JsonObject): string {
  const [input, before, after] = [said(each, 'input'), said(each, 'before'), said(each, 'after')];
  return before === '' && after === '' ? input : `${input}: ${before || '—'} → ${after || '—'}`;
}
