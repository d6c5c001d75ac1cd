import {
  applyMergePatch,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { useEffect, useState } from 'react';
import { said } from '../../models/said.ts';
import { type YamlFinding, yamlModel } from '../../models/yaml-model.ts';
import { askConsole } from '../../session/ask-console.ts';

/** A text, from what is stored. */
interface Yaml {
  /** Undefined: it is not there yet. */
  readonly text: string | undefined;
  /** Why it is not there; `''`: nothing is in the way. */
  readonly problem: string;
  readonly isReading: boolean;
  readonly findings: readonly YamlFinding[];
  readonly change: (text: string) => void;
  /** What the text changes of what it was made of; undefined: it is wrong, or another was written meanwhile. */
  readonly read: () => Promise<YamlRead | undefined>;
}

interface YamlRead {
  readonly patch: JsonObject;
  /** The HyperConverged as the text wants it. */
  readonly object: JsonObject;
}

/** The HyperConverged as YAML, with a patch in it; and what an edited text comes to. */
export function useYaml(patch: JsonObject, token: string): Yaml {
  const [made, setMade] = useState<JsonValue>();
  const [edited, setEdited] = useState<string>();
  const [findings, setFindings] = useState<readonly YamlFinding[]>([]);
  const [isReading, setReading] = useState(false);
  // of the patch that it was opened with; what is stored meanwhile is the plan's to tell
  const [first] = useState(patch);
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      const answer = await askConsole('yaml', { patch: first }, token);
      if (isWanted) setMade(answer);
    };
    ask().catch((error: unknown) => console.error(error));
    return () => {
      isWanted = false;
    };
  }, [first, token]);
  const original = textAt(made, 'yaml');
  const text = edited ?? (original === '' ? undefined : original);
  const read = async () => {
    const stored = objectAt(made, 'stored');
    setReading(true);
    const told = yamlModel(await askConsole('yaml', { yaml: text ?? '', stored }, token));
    setReading(false);
    setFindings(told.findings);
    return told.patch && { patch: told.patch, object: objectAt(applyMergePatch(stored, told.patch)) };
  };
  const change = (next: string) => {
    setEdited(next);
    setFindings([]);
  };
  return { text, problem: said(made, 'problem', 'message'), isReading, findings, change, read };
}
