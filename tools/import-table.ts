/** What the modules of one folder under `packages/` may import besides their own folder. */
export interface FolderRule {
  /** Path under `packages/`. */
  readonly folder: string;
  /** Folders, or the public faces of libraries. */
  readonly imports: readonly string[];
  /** Modules of which only types may be imported. */
  readonly types?: readonly string[];
  /** No file, network, process, clock or randomness module of Node: the folder only computes. */
  readonly pure?: true;
}

/** Packages that work without the product and are imported by their name. */
export const libraries = ['apimachinery', 'kube-client', 'kube-sandbox', 'oci-registry'];

/** Further faces, by what follows a library's name: `@archipelago/kube-sandbox/real`. */
export const subfaces = ['real', 'vitest'];

/** The module that a library is imported by. */
export const faceOf = (library: string): string => `${library}/src/index.ts`;
const [apimachinery, kubeClient, kubeSandbox, ociRegistry] = [
  faceOf('apimachinery'),
  faceOf('kube-client'),
  faceOf('kube-sandbox'),
  faceOf('oci-registry'),
] as const;

const library = (folder: string): string => `apimachinery/src/${folder}`;
const product = (folder: string): string => `archipelago/src/${folder}`;

const domain = ['api', 'config', 'cluster-facts', 'golden-images', 'layering'].map(product);
const images = ['golden-images/templates', 'golden-images/images'].map(product);
const effects = [kubeClient, ociRegistry, product('reconcile'), product('observability')];

/** Rooms of a library, from the lowest layer up: each may import the rooms of lower layers. What lies loose above them wires. */
function layers(folder: string, rooms: readonly (readonly string[])[]): readonly FolderRule[] {
  const paths = rooms.map((layer) => layer.map((room) => `${folder}/${room}`));
  return paths.flatMap((layer, height) => {
    const lower = paths.slice(0, height).flat();
    return layer.map((room) => ({ folder: room, imports: [apimachinery, ...lower] }));
  });
}

/** The import table, one row per folder. A folder without a row may not exist. */
export const folderRules: readonly FolderRule[] = [
  { folder: library('api'), imports: [], pure: true },
  { folder: library('time'), imports: [] },
  { folder: library('go-text'), imports: [library('api')], pure: true },
  { folder: library('json'), imports: ['api', 'go-text'].map(library), pure: true },
  { folder: library('schema'), imports: ['api', 'go-text', 'json'].map(library), pure: true },
  { folder: library('patch'), imports: ['api', 'go-text', 'json'].map(library), pure: true },
  { folder: library('selectors'), imports: ['api', 'go-text'].map(library), pure: true },
  { folder: 'kube-client/src', imports: [apimachinery] },
  { folder: 'kube-sandbox/src', imports: [apimachinery] },
  ...layers('kube-sandbox/src', [
    ['json', 'refusals', 'validation', 'storage', 'certificates', 'built-in/types'],
    ['resources', 'protobuf', 'conformance'],
    ['requests', 'tables', 'persistence'],
    ['webhooks'],
    ['conversion'],
    ['apply'],
    ['authorization', 'openapi', 'custom'],
    ['calls'],
    ['admission', 'watch', 'discovery', 'faults', 'extensions'],
    ['rest', 'built-in'],
    ['controllers', 'workloads', 'real'],
  ]),
  { folder: 'oci-registry/src', imports: [apimachinery] },
  ...layers('oci-registry/src', [
    ['outcomes', 'sharing'],
    ['references'],
    ['manifests', 'mirrors'],
    ['credentials'],
    ['requests'],
    ['transport', 'pulling'],
    ['inspecting', 'pushing'],
  ]),
  { folder: product('api'), imports: [apimachinery], pure: true },
  {
    folder: product('config'),
    // one setting derives the golden images
    imports: [apimachinery, product('api'), ...images],
    types: [product('cluster-facts/cluster-facts.ts'), product('cluster-facts/inputs.ts')],
    pure: true,
  },
  {
    folder: product('cluster-facts'),
    imports: [apimachinery, product('api')],
    types: [product('golden-images/images/image-knowledge.ts')],
  },
  {
    folder: product('golden-images/templates'),
    imports: [apimachinery, product('api'), product('config/shapes')],
    pure: true,
  },
  {
    folder: product('golden-images/images'),
    imports: [apimachinery, product('api'), product('golden-images/templates')],
    pure: true,
  },
  {
    folder: product('golden-images'),
    imports: [
      apimachinery,
      product('api'),
      product('engine/plan'),
      product('config'),
      product('cluster-facts'),
    ],
    types: [ociRegistry],
    pure: true,
  },
  {
    folder: product('layering'),
    imports: [apimachinery, ociRegistry, product('api'), product('engine/plan'), product('cluster-facts')],
    pure: true,
  },
  { folder: product('engine/plan'), imports: [apimachinery, product('api')], pure: true },
  { folder: product('engine'), imports: [apimachinery, kubeClient, product('api')] },
  {
    folder: product('reconcile'),
    imports: [apimachinery, product('engine/plan'), product('observability'), ...domain],
    pure: true,
  },
  {
    folder: product('tracing'),
    imports: [apimachinery, kubeClient, ociRegistry],
    types: [product('engine/tracing.ts')],
  },
  { folder: product('observability'), imports: [apimachinery, product('api')], pure: true },
  {
    folder: product('doctor'),
    imports: [apimachinery, product('api'), product('config'), product('observability')],
    pure: true,
  },
  {
    folder: product('snapshot'),
    imports: [
      apimachinery,
      kubeClient,
      product('api'),
      product('config'),
      product('doctor/facts'),
      product('layering/api'),
      product('operator'),
    ],
    pure: true,
  },
  {
    folder: product('operator'),
    imports: [apimachinery, product('engine'), product('doctor'), ...domain, ...effects],
  },
  {
    folder: product('installation'),
    imports: [apimachinery, product('api'), product('operator')],
    pure: true,
  },
  {
    folder: product('simulation'),
    imports: [apimachinery, kubeClient, kubeSandbox, ociRegistry, product('api')],
  },
  { folder: product('console'), imports: [apimachinery, product('operator/serving')] },
  // the pages know the product by what its API says alone
  ...layers('console/src', [['live', 'session', 'words'], ['models'], ['parts'], ['pages']]),
  { folder: 'console/src', imports: [apimachinery] },
  {
    folder: product('cli'),
    imports: [
      apimachinery,
      kubeSandbox,
      ...domain,
      ...effects,
      product('doctor'),
      product('snapshot'),
      product('installation'),
      product('console'),
      product('engine'),
      product('operator'),
      product('simulation'),
      product('tracing'),
    ],
  },
];
