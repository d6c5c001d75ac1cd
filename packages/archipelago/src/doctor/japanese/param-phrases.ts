import { fixPhrases } from './fix-phrases.ts';

/** What checks write into params, and fixes other than the usual ones. English and Japanese, with `{params}`. */
export const paramPhrases: readonly (readonly [english: string, japanese: string])[] = [
  // what params say
  ['has no ready endpoint', 'に Ready のエンドポイントがありません'],
  ['does not answer ({why})', 'が応答しません ({why})'],
  ['cannot be installed: {reason}', 'インストールできません: {reason}'],
  [
    'is {csv}, and waits for approval of the InstallPlan {plan}',
    '{csv} は InstallPlan {plan} の承認を待っています',
  ],
  [
    'renewBefore is {renewBefore} of a duration of {duration}, so certificates are renewed all the time',
    'renewBefore が {duration} のうち {renewBefore} であるため、証明書が絶えず更新されます',
  ],
  ['certificates live {duration}, less than an hour', '証明書の有効期間 {duration} は 1 時間未満です'],
  [
    'certificates live {duration}, hardly less than their authority ({authority})',
    '証明書の有効期間 {duration} が認証局の有効期間 ({authority}) とほとんど変わりません',
  ],
  ['expired {hours} hours ago', ' {hours} 時間前に期限切れになりました'],
  ['expired {days} days ago', ' {days} 日前に期限切れになりました'],
  [
    'has the annotation {annotation} with {operations} operations',
    'にアノテーション {annotation} があります (操作数: {operations})',
  ],
  ['was changed by a JSON patch', 'が JSON パッチで変更されています'],
  [
    'is valid, but stands beside {count} that expired and should be gone',
    '有効ですが、削除されるべき期限切れのものが {count} 個残っています',
  ],
  [
    'expires in {hours} hours, and should have been renewed',
    ' {hours} 時間後に期限切れになります。すでに更新されているはずです',
  ],
  [
    'allows {version}; the cluster uses {other}',
    '{version} を許可しています。クラスターは {other} を使用しています',
  ],
  ['allows {version}', '{version} を許可しています'],
  [
    'names ciphers that KubeVirt does not get: {ciphers}',
    'KubeVirt に設定されない暗号が指定されています: {ciphers}',
  ],
  [
    'the memory limit {limit} is below what {deployment} requests, {request}',
    'メモリーの制限 {limit} が {deployment} の要求 {request} を下回っています',
  ],
  [
    'limits of {resources} are the same for small and large ones',
    '{resources} の制限が、大小のコンテナーで同じになります',
  ],
  ['is no workload node', 'ワークロードノードではありません'],
  ['has no virt-handler that is ready', 'Ready の virt-handler がありません'],
  [
    'an entry of spec.claimPropertySets lacks its {lack}, and CDI uses none',
    'spec.claimPropertySets の項目に {lack} がなく、CDI はどの項目も使いません',
  ],
  [
    'which does not exist: the class of the disk is used, and nobody says so',
    '存在しないため、通知なしにディスクのクラスが使われます',
  ],
  [
    'which does not list ReadWriteOnce with Filesystem, and scratch space needs that',
    'スクラッチ領域に必要な ReadWriteOnce と Filesystem が一覧にありません',
  ],
  ['it does not exist', '存在しません'],
  [
    'it is the default class and gives no ReadWriteMany, so {count} virtual machines with a TPM or EFI that is kept cannot migrate',
    'デフォルトクラスが ReadWriteMany を提供しないため、TPM または EFI を保持する {count} 台の仮想マシンを移行できません',
  ],
  ['boot images land on one of them', 'ブートイメージはそのうちの 1 台に置かれます'],
  ['makes them before it is known where they are needed', '必要なノードが決まる前にボリュームが作成されます'],
  [
    'its addresses come by DHCP, and whether the daemon of DHCP runs cannot be seen',
    'アドレスは DHCP で割り当てられますが、DHCP デーモンの状態は確認できません',
  ],
  [
    '{count} at a time from a node are never reached with {all} in the cluster',
    'クラスター全体で {all} 件のため、ノードごとの {count} 件には達しません',
  ],
  [
    '{count} virtual machines may take all of the network of pods, for no bandwidth is set',
    '帯域が制限されていないため、{count} 台の仮想マシンが Pod ネットワークを占有する可能性があります',
  ],
  [
    '{seconds} seconds for each GiB (completionTimeoutPerGiB) are far from the default',
    'completionTimeoutPerGiB ({seconds} 秒) がデフォルトから大きく離れています',
  ],
  [
    'the virtual machines on {node}, its one workload node, block each drain of it',
    '唯一のワークロードノード {node} の仮想マシンが、ドレインを常に妨げます',
  ],
  [
    'drains stop virtual machines, though {count} nodes could take them over',
    '{count} 台のノードに移動できるにもかかわらず、ドレインによって仮想マシンが停止します',
  ],
  [
    'netAttachDefName is {written}, not {wanted}',
    'netAttachDefName は {written} ですが、{wanted} である必要があります',
  ],
  [
    'no NodeNetworkConfigurationPolicy maps the localnet {localnet} to a bridge',
    'localnet {localnet} をブリッジにマッピングする NodeNetworkConfigurationPolicy がありません',
  ],
  ['is on no {arch} node that runs virtual machines', '仮想マシンを実行する {arch} のノードにありません'],
  [
    'is to be made by the policy {policy}, which selects no node',
    'ノードを選択しないポリシー {policy} で作成されることになっています',
  ],
  ['no pool serves the namespace {namespace}', 'namespace {namespace} で使えるプールがありません'],
  ['the pool {pool} does not serve it', 'プール {pool} は使えません'],
  ['the pools {pools} have no address left', 'プール {pools} にアドレスが残っていません'],
  ['matches no workload node', '一致するワークロードノードがありません'],
  ['matches {nodes}, which cannot merge pages', '一致する {nodes} ではページを共有できません'],
  ['each gets a limit of its CPUs', 'それぞれに CPU の制限が設定されます'],
  [
    'its default request holds instead of the CPU ratio',
    'CPU の比率の代わりにデフォルトの要求が適用されます',
  ],
  [
    'mode Automatic: it only tells what it would do',
    'mode が Automatic ではないため、予定を報告するだけです',
  ],
  [
    'room for {written} evictions (evictionLimits.{limit}): {allowed} migrations run at a time',
    'evictionLimits.{limit} は {written} ですが、同時に実行される移行は {allowed} 件です',
  ],
  ['the kernel argument psi=1 on the pools {pools}', 'プール {pools} にカーネル引数 psi=1 がありません'],
  [
    'is for all architectures (spec.configuration.machineType), and no {arch} node has it',
    'すべてのアーキテクチャーに適用されますが (spec.configuration.machineType)、{arch} のノードにありません',
  ],
  [
    'of VirtualMachine {machine} is on no {arch} node',
    ' VirtualMachine {machine} 用ですが、{arch} のノードにありません',
  ],
  [
    'names the CPU model {model}: nodes of arm64 publish none',
    'CPU モデル {model} が指定されています。arm64 のノードは CPU モデルを公開しません',
  ],
  [
    'wants {threads} threads of a core: arm64 has one',
    'コアあたり {threads} スレッドが要求されています。arm64 は 1 スレッドです',
  ],
  ['missing', 'ありません'],
  ['that of {provisioner}', '{provisioner} のものです'],
  ['does not exist', '存在しません'],
  ['has the driver {driver}', 'driver が {driver} です'],
  ['; it exists in {namespaces}', ' ({namespaces} には存在します)'],
  ['spec.config is no JSON object', 'spec.config が JSON オブジェクトではありません'],
  ['spec.config names no type of plugin', 'spec.config にプラグインの type がありません'],
  ['spec.config has no ipam', 'spec.config に ipam がありません'],
  [
    'nodes keep more than virtual machines were promised',
    '仮想マシンに割り当てた量より多くのメモリーがノードに残ります',
  ],
  ['more than twice the memory', 'メモリーの 2 倍を超えています'],
  ['was last heard of {minutes} minutes ago', '{minutes} 分前から応答がありません'],
  ['has not made it schedulable', 'ノードをスケジュール可能にしていません'],
  ['on {arch}', ' {arch} で'],
  ['on the others', '残りのノードで'],
  ['the annotation is missing', 'アノテーションがありません'],
  ['the annotation is empty', 'アノテーションが空です'],
  ['the annotation has spaces', 'アノテーションに空白が含まれています'],
  ['{name} is no architecture', '{name} はアーキテクチャーではありません'],
  ['no workload node is of its architectures', '指定されたアーキテクチャーのワークロードノードがありません'],
  ['it has no machine type', 'マシンタイプがありません'],
  ['it has no CPU model', 'CPU モデルがありません'],
  ['it has the annotation {annotation}', 'アノテーション {annotation} があります'],
  // other fixes
  [
    'do what the message of its condition Upgradeable says',
    'condition Upgradeable のメッセージに従ってください',
  ],
  ['look for the channel or version that replaces it', '代わりのチャネルまたはバージョンを確認してください'],
  [
    'look at the ClusterServiceVersion that it installs: its message says what it waits for',
    'インストールされる ClusterServiceVersion のメッセージで、待機の理由を確認してください',
  ],
  [
    'write one KubeletConfig for the pool {pool}: of several the newest holds, and the others do not',
    'プール {pool} の KubeletConfig を 1 つにまとめてください。複数ある場合は最新のものだけが有効です',
  ],
  [
    'look at the message of its condition TaintedConfiguration',
    'condition TaintedConfiguration のメッセージを確認してください',
  ],
  ['set spec.evictionLimits.{limit} to {count}', 'spec.evictionLimits.{limit} を {count} に設定してください'],
  [
    'give these pools a MachineConfig with kernelArguments: [psi=1]; their nodes restart',
    '該当するプールに kernelArguments: [psi=1] の MachineConfig を設定してください。ノードが再起動します',
  ],
  [
    'boot images are not imported, and disks without a class wait',
    'ブートイメージはインポートされず、クラスを指定しないディスクは待機したままになります',
  ],
  [
    'disks of virtual machines get the default for them, and all other volumes without a class wait',
    '仮想マシンのディスクは仮想化用のデフォルトを使用しますが、クラスを指定しないその他のボリュームは待機したままになります',
  ],
  ...fixPhrases,
];
