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
    message: 'KSM のノードセレクター {selector}: {problem}。',
    impact: '該当するノードではページが共有されません。',
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
    falsePositives: 'すべての仮想マシンの namespace を除外する Descheduler は報告されません',
  },
  VD703: {
    title: 'スワップの管理が一元化されている',
    message: 'スワップが {first} と {second} によって二重に管理されています。',
    impact: '互いに設定を上書きし、仮想マシンがスワップを失うか、強制終了されます。',
    fix: 'HyperConverged による管理を残し、手動で作成したものを削除してください',
    falsePositives: '管理方法の移行中',
  },
  VD704: {
    title: 'wasp-agent が仮想マシンのノードで実行されている',
    message:
      'wasp-agent はインフラストラクチャーの配置に従うため、{nodes} 台のワークロードノードで実行されません: {missing}。',
    impact: '該当するノードの仮想マシンはスワップを使えず、メモリーが不足すると強制終了されます。',
    fix: 'kubelet に任せる (HyperConverged のアノテーション platform.kubevirt.io/autopilot: swap-enable) か、インフラストラクチャーとワークロードのノードを共通にしてください',
    falsePositives: 'autopilot が管理するクラスターは対象外です',
  },
  VD706: {
    title: '仮想マシンにオーバーコミットが適用される',
    message:
      '{first} など {count} 台の仮想マシンはメモリーを明示しているため、{percent} % のオーバーコミットが適用されません。',
    impact: '節約されるメモリーが予定より少なくなります。',
    fix: 'spec.template.spec.domain.resources から requests.memory と limits.memory を削除し、再起動してください',
    falsePositives: 'すべてのメモリーを確保すべき仮想マシン。再起動待ちの仮想マシンは検出されません',
  },
  VD709: {
    title: 'CPU が意図せず変更されていない',
    message: '{namespace} の {quota} が仮想マシンの CPU を変更します: {problem}。',
    impact: '設定より遅くなるか、ノードのリソースを多く消費します。',
    fix: '意図的な場合は対処不要です。そうでない場合は、ResourceQuota から limits.cpu を、または LimitRange からデフォルトの CPU を削除してください',
    falsePositives: '意図的な設定',
  },
  VD711: {
    title: 'Descheduler が機能する',
    message: '負荷に基づく Descheduler に不足があります: {lack}。',
    impact: '負荷の高いノードに仮想マシンが残ります。',
    fix: 'ログの内容を確認したうえで spec.mode: Automatic を設定してください',
    falsePositives: '確認のために選択した Predictive',
  },
};
