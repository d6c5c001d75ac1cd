import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of density, in Japanese. */
export const densityTexts: Readonly<Record<string, CheckTexts>> = {
  VD701: {
    title: 'メモリーのオーバーコミットにスワップがある',
    message:
      'メモリーは {percent} % にオーバーコミットされていますが、{nodes} 台のワークロードノードにスワップがありません。',
    impact: 'メモリーが不足すると仮想マシンが強制終了されます。',
    fix: '各ノードに {neededPerNode} のスワップを設定するか、{field} を 100 に設定してください',
    falsePositives: 'ページの共有 (KSM) だけを前提とする環境',
  },
  VD702: {
    title: 'オーバーコミットに十分なスワップがある',
    message: '{node} のスワップは {swap} ですが、{percent} % には {needed} が必要です。',
    impact: 'メモリーが不足すると仮想マシンが強制終了される可能性があります。',
    fix: 'ノードのスワップを増やすか、{field} を下げてください',
    falsePositives: 'この規則は最悪の場合を想定しています',
  },
  VD705: {
    title: 'オーバーコミットが一般的な範囲にある',
    message: '{percent} %: {problem}。',
    impact: 'ノードのメモリーが不足するか、使われないメモリーが残ります。',
    fix: '{field} を 100 から 200 の間に設定してください',
    falsePositives: '検証済みの環境',
  },
  VD707: {
    title: 'KSM のセレクターに一致するノードがある',
    message: 'KSM のノードセレクターに一致するワークロードノードがありません: {selector}',
    impact: 'ページがどのノードでも共有されません。',
    fix: '{field}.nodeLabelSelector を修正してください。{} はすべてのノードを意味します',
    falsePositives: 'なし',
  },
  VD708: {
    title: 'CPU の比率と自動的な制限が矛盾しない',
    message: 'CPU の比率 1 は、{namespaces} に適用される自動的な CPU 制限と両立しません。',
    impact: 'その namespace の仮想マシンでは、vCPU 以外の処理に CPU 時間が割り当てられません。',
    fix: '{field} を上げるか、自動的な制限のセレクターを削除してください',
    falsePositives: 'なし',
  },
  VD710: {
    title: 'Descheduler が仮想マシンに対応している',
    message: 'Descheduler のプロファイル {profiles} は、仮想マシンを考慮せずに退避させます。',
    impact: '仮想マシンが繰り返し移行されます。',
    fix: 'プロファイル KubeVirtRelieveAndMigrate を使用してください',
    falsePositives: 'すべての仮想マシンの namespace を除外している場合は対象外です',
  },
};
