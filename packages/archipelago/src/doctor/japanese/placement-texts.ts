import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of placement, in Japanese. */
export const placementTexts: Readonly<Record<string, CheckTexts>> = {
  VD201: {
    title: 'ワークロードの配置に一致するノードがある',
    message: 'ワークロードの配置 {placement} に一致するノードがないため、仮想マシンを実行できません。',
    impact: 'virt-handler がどのノードでも実行されず、すべての仮想マシンがスケジュールされません。',
    fix: '一致するようにノードにラベルを付けるか、{field} を修正してください',
    falsePositives: 'ノード数が 0 にスケールされたプール',
  },
  VD202: {
    title: 'ワークロードノードにテイントがない',
    message:
      'ワークロードの配置に一致する {matching} 台のノードのうち {nodes} 台に、toleration のないテイント {taint} があります。',
    impact: 'そのノードでは virt-handler が実行されず、仮想マシンも実行されません。',
    fix: '{field} に {taint} の toleration を追加してください',
    falsePositives: 'cordon されたノードと、ロールのテイントだけを持つコントロールプレーンノードは数えません',
  },
  VD204: {
    title: '意図せず除外されたアーキテクチャーがない',
    message:
      '{arch} のワーカーノード {count} 台がワークロードノードではなく、配置にはアーキテクチャーの指定がありません。',
    impact: 'このアーキテクチャーの仮想マシンは実行できません。',
    fix: '{field} に kubernetes.io/arch を指定して意図を明示するか、配置の範囲を広げてください',
    falsePositives: 'kubernetes.io/arch を指定した配置は意図的なものとみなします',
  },
  VD206: {
    title: 'インフラストラクチャーの配置がコントロールプレーンを許容する',
    message:
      '{field} を設定したため、コントロールプレーンに対する組み込みの toleration がなくなりました。一致する {nodes} 台のノードすべてにテイントがあります。',
    impact:
      'virt-api や virt-controller などのインフラストラクチャーの Pod が、次の再起動後にスケジュールされません。',
    fix: '{field} に node-role.kubernetes.io/control-plane と node-role.kubernetes.io/master の toleration (Exists, NoSchedule) を追加してください',
    falsePositives: 'テイントのないコントロールプレーンノードは対象外です',
  },
  VD205: {
    title: 'インフラストラクチャーの配置に一致するノードがある',
    message: 'インフラストラクチャーの Pod を配置できる使用可能なノードがありません。',
    impact:
      'virt-api や virt-controller などのインフラストラクチャーの Pod が、次の再起動後にスケジュールされません。',
    fix: '{field} を修正するか、一致するようにノードにラベルを付けてください',
    falsePositives: 'Hosted Control Plane のように、空の配置は任意のノードを意味します',
  },
  VD207: {
    title: 'インフラストラクチャーに 2 台のノードがある',
    message: 'インフラストラクチャーの Pod を配置できるノードが {usable} 台しかありません。',
    impact: 'そのノードのドレイン中は、仮想マシンの API が応答しません。',
    fix: '{field} の範囲を広げてください',
    falsePositives: '単一ノードのクラスターは対象外です',
  },
  VD203: {
    title: '仮想マシンがノードのテイントを許容する',
    message:
      'VirtualMachine {namespace}/{vm} には、すべての {arch} ノードにあるテイント {taint} の toleration がありません。ワークロードの配置の toleration は引き継がれません。',
    impact: '仮想マシンが起動しません。',
    fix: 'spec.template.spec.tolerations に toleration を追加するか、ノードのテイントを PreferNoSchedule に変更してください',
    falsePositives: '実行中の仮想マシンは、ほかの方法で toleration を得ているため対象外です',
  },
  VD208: {
    title: '仮想マシンがワークロードノードで実行されている',
    message: '{node} で {count} 台の仮想マシン (例: {instance}) が実行されています: {problem}。',
    impact: '管理も移行もできません。',
    fix: '{node} を配置の条件に一致させるか、停止して別のノードで起動してください',
    falsePositives: '起動中の virt-handler の Pod は待機します',
  },
  VD209: {
    title: '配置のアフィニティーが範囲を狭めている',
    message:
      '{field} のノードアフィニティーにより、{components} を実行できる範囲が広がります。条件は {own} 個の組み込みの条件と並列になり、いずれか 1 つを満たせば十分です。',
    impact: '意図しないノードで Pod が実行されます。',
    fix: '代わりに nodeSelector を使用してください。nodeSelector は常に満たす必要があります',
    falsePositives: 'なし',
  },
};
