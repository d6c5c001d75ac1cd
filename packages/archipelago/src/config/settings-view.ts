import { type JsonValue, valueAt } from '@archipelago/apimachinery';
import { type Description, describeSetting } from './describe-setting.ts';
import type { Desired } from './desire.ts';
import type { Cause } from './framework/cause.ts';
import { parseFieldPath, printFieldPath } from './framework/field-path.ts';
import type { Landing } from './framework/landing.ts';
import { forEachLeaf } from './framework/operand-draft.ts';
import type { Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/** A leaf of a setting's value, and why it is so. */
interface CausedLeaf {
  /** Inside the value; empty for the value itself. */
  readonly field: string;
  readonly value: JsonValue;
  readonly cause: Cause;
}

/** What a setting decides in one operand. */
type Landed =
  | { readonly object: string; readonly field: string; readonly value: JsonValue | undefined }
  | { readonly object: string; readonly exists: boolean };

/** A setting as it is declared, and what it comes to on a cluster. */
export interface SettingView extends Description {
  readonly written: boolean;
  readonly value: JsonValue | undefined;
  readonly causes: readonly CausedLeaf[];
  readonly lands: readonly Landed[];
}

/** Every setting, with what it comes to. Pure: from the declarations and what was computed of them. */
export function settingsView(desired: Pick<Desired, 'resolution' | 'operands'>): readonly SettingView[] {
  return settings.flatMap((setting: Setting) => {
    const [description, resolved] = [describeSetting(setting), desired.resolution.get(setting.name)];
    if (description === undefined || resolved === undefined) return [];
    const { value, written } = resolved;
    const causes: CausedLeaf[] = [];
    if (value !== undefined)
      forEachLeaf(value, [], (leaf) => {
        const found = valueAt(value, ...leaf) ?? null;
        causes.push({ field: printFieldPath(leaf), value: found, cause: resolved.causeAt(leaf) });
      });
    const lands = setting.landings.flatMap((landing) => landed(landing, desired));
    return [{ ...description, written, value, causes, lands }];
  });
}

function landed(landing: Landing, { operands }: Pick<Desired, 'operands'>): readonly Landed[] {
  const rendered = operands.filter(({ operand }) => operand === landing.operand);
  if (landing.kind === 'existence') return [{ object: landing.operand.kind, exists: rendered.length > 0 }];
  return rendered.map(({ manifest }) => ({
    object: `${landing.operand.kind} ${String(valueAt(manifest, 'metadata', 'name'))}`,
    field: landing.field,
    value: valueAt(manifest, ...parseFieldPath(landing.field)),
  }));
}
