import { inBoth } from './in-both.ts';

/** What annotation and registry say of an image. */
export interface ToldWords {
  readonly noAnnotation: string;
  readonly notTold: string;
  readonly agree: string;
  readonly lacks: (architectures: string) => string;
  readonly leavesOut: (architectures: string) => string;
}

export const toldWords = inBoth<ToldWords>(
  {
    noAnnotation: 'none: the registry decides',
    notTold: 'not told',
    agree: 'they agree',
    lacks: (architectures) => `the registry has no ${architectures}`,
    leavesOut: (architectures) => `the annotation leaves out ${architectures}`,
  },
  {
    noAnnotation: 'なし（レジストリーに従います）',
    notTold: '未確認',
    agree: '一致しています',
    lacks: (architectures) => `レジストリーに ${architectures} がありません`,
    leavesOut: (architectures) => `アノテーションに ${architectures} がありません`,
  },
);
