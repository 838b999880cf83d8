/**
 * The arrows of the house. A room may import what stands behind it and nothing else; a new room may import nothing until it has a line here.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const MAY_IMPORT = {
  bin: ['lib', 'packages/acquirer'],
  contract: [],
  functions: ['contract'],
  lib: ['contract'],
  ops: ['contract', 'functions', 'packages/acquirer'],
  'packages/acquirer': [],
  'packages/simulator': [],
  'lab/start': ['contract', 'functions', 'ops', 'lab/console', 'packages/acquirer', 'packages/simulator'],
  'lab/console': ['contract', 'packages/simulator'],
  'lab/story': ['contract', 'functions', 'lib', 'ops', 'lab/start', 'packages/acquirer', 'packages/simulator'],
  'lab/drill': ['contract', 'ops', 'lab/start', 'packages/acquirer', 'packages/simulator'],
  'lab/bench': ['contract', 'functions', 'ops', 'lab/start', 'packages/acquirer', 'packages/simulator'],
  'lab/docs': ['contract', 'ops', 'lab/start', 'packages/simulator'],
};
/** Suites and their doubles may import everything, and nobody imports them. */
const TESTS = ['test', 'testing'];

/** A package of types without code; its name resolves to nothing. */
const TYPES_ONLY = '^aws-lambda$';

const inside = (room) => `^${room}/`;
const arrows = Object.entries(MAY_IMPORT).map(([room, others]) => ({
  name: `arrow-of-${room.replace('/', '-')}`,
  comment: `${room} may import ${others.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: inside(room) },
  to: { pathNot: [room, ...others].map(inside).concat('^node_modules/(?!@charge-once)', TYPES_ONLY), dependencyTypesNot: ['core'] },
}));

/** A core knows neither AWS's clients nor Powertools nor Stripe. They stay in handlers, adapters, and what both are made of. */
const OUTSIDE = '^node_modules/(@aws-sdk|@smithy|@aws-lambda-powertools|stripe)/';
const MAY_KNOW_OUTSIDE = [
  '/handler\\.ts$',
  '\\.(dynamodb|sqs|stripe|powertools)\\.ts$',
  '^functions/shared/(observability|stripe-client|stripe-errors)\\.ts$',
  '^packages/acquirer/function/handler\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'room-without-a-line',
      comment: 'every room has a line in MAY_IMPORT',
      severity: 'error',
      from: { pathNot: [...Object.keys(MAY_IMPORT), ...TESTS].map(inside).concat('^node_modules/', '^[^/]+\\.(js|ts)$') },
      to: { path: '.' },
    },
    {
      name: 'no-cycle',
      comment: 'files that need each other are one file, or a third is missing',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'one-function-one-folder',
      comment: 'a function imports no other: what two of them need is in functions/shared/',
      severity: 'error',
      from: { path: '^functions/([^/]+)/' },
      to: { path: '^functions/', pathNot: ['^functions/$1/', '^functions/shared/'] },
    },
    {
      name: 'core',
      comment: 'a core takes ports; the clients are in handlers and adapters',
      severity: 'error',
      from: { path: '^(functions|contract)/', pathNot: MAY_KNOW_OUTSIDE },
      to: { path: OUTSIDE },
    },
    {
      name: 'contract-zod',
      comment: 'the ground floor imports only zod, and the digests of its keys',
      severity: 'error',
      from: { path: '^contract/' },
      to: { pathNot: ['^contract/', '^node_modules/zod/', '^(node:)?crypto$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(cdk\\.out|\\.simulator)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.cjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
