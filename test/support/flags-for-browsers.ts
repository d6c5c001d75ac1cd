import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';

/** Command lines to be copied, what leads through them, and files: they are for a terminal, and say so. */
const forTerminals = new Set(['more', 'commands', 'manifest', 'yaml', 'runbook']);

/** What whoever starts the console, or installs the operator, can do is named by its flag, with the command that takes it. */
const ofStarters =
  /archipelago (?:console|manifests) --[a-z-]+(?: or --[a-z-]+)?|(?:kubectl|oc) [^;)\n]*|--[a-z-]+ of the operator|the operator [^.;]*--[a-z-]+/gi;

/** Sentences of an answer that name a flag, which nobody can type into a browser; with the place in the answer. */
export function flagsForBrowsers(answer: JsonValue | undefined, place = ''): readonly string[] {
  if (typeof answer === 'string')
    return /(?:^|[^\w-])(?:--[a-z]|-[fnlo] )/.test(answer.replaceAll(ofStarters, ''))
      ? [`${place}: ${answer}`]
      : [];
  if (Array.isArray(answer))
    return answer.flatMap((each, index) => flagsForBrowsers(each, `${place}[${index}]`));
  if (!isJsonObject(answer)) return [];
  return Object.entries(answer).flatMap(([name, value]) =>
    forTerminals.has(name) ? [] : flagsForBrowsers(value, `${place}.${name}`),
  );
}
