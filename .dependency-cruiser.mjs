/** The dependency rules, told in CONTRIBUTING.md. Each is proven by a planted violation in tests/architecture/rules.test.ts. */

const sdk =
  '(^|node_modules/)(viem|@solana/[^/]+|@polkadot/[^/]+|bitcoinjs-lib|@walletconnect/[^/]+|@safe-global/[^/]+)(/|$)'
const react = '(^|node_modules/)(react|react-dom)(/|$)'
const drawing = `${react}|^kernel/src/(react|ui|lists)/`
const test = '\\.test\\.(tsx?|bench\\.ts|fixtures\\.tsx?)$'
/** The half of a plugin that comes with its first view. */
const uiHalf = '^plugins/[^/]+/src/ui\\.ts$'
/** What never gets into a page: servers, and tools for tests, whose own half in the page is sent there by them. */
const server = '^plugins/[^/]+/src/(server/|testing/|bin\\.ts$)'

const typesOnly = ['type-only', 'type-import']

const error = 'error'

export default {
  forbidden: [
    {
      name: 'kernel-imports-no-feature',
      comment: 'The kernel knows no plugin, no command line and no template.',
      severity: error,
      from: { path: '^kernel/' },
      to: { path: '^(plugins|cli|templates|tests)/' },
    },
    {
      name: 'kernel-imports-no-sdk',
      comment: 'Chains are the business of namespace plugins.',
      severity: error,
      from: { path: '^kernel/', pathNot: test },
      to: { path: sdk },
    },
    {
      name: 'plugin-uses-kernel-entries',
      comment: "A plugin sees the kernel's public entries, so that a third party can do what ours do.",
      severity: error,
      from: { path: '^plugins/' },
      to: {
        path: '^kernel/',
        pathNot:
          '^kernel/src/(index|assets|discovery|in-app|(react|elements|ui|ui/transactions|lists|testing|transactions)/index|ui/more)\\.ts$',
      },
    },
    {
      name: 'plugin-ships-no-fakes',
      comment: "The kernel's testing entry is for tests and for a plugin's own testing entry.",
      severity: error,
      from: { path: '^(plugins|kernel)/', pathNot: [test, '/src/testing(/|\\.ts$)'] },
      to: { path: '^kernel/src/testing/' },
    },
    {
      name: 'plugin-uses-contract-of-plugin',
      comment: 'Another plugin is reached through its contract: tokens and types.',
      severity: error,
      from: { path: '^plugins/([^/]+)/', pathNot: server },
      to: { path: '^plugins/', pathNot: '^plugins/($1/|[^/]+/src/contract\\.ts$)' },
    },
    {
      name: 'server-uses-gateway',
      comment:
        "A server half may also stand on the gateway's routes, list the wallets of `wallets`, read public services, serve the frame of the embedded wallet, and sign visitors in.",
      severity: error,
      from: { path: '^plugins/([^/]+)/src/server/' },
      to: {
        path: '^plugins/',
        pathNot:
          '^plugins/($1/|[^/]+/src/contract\\.ts$|(gateway|email-social|siwx)/src/server/index\\.ts$|wallets/src/list\\.ts$|(blockscout|defillama)/src/source\\.ts$)',
      },
    },
    {
      name: 'plugin-imports-no-cli',
      severity: error,
      from: { path: '^plugins/' },
      to: { path: '^(cli|templates|tests)/' },
    },
    {
      name: 'contract-is-leaf',
      comment: 'A contract holds tokens and types. It imports the kernel and other contracts.',
      severity: error,
      from: { path: '^plugins/[^/]+/src/contract\\.ts$' },
      to: { pathNot: '^(kernel/src/index\\.ts|plugins/[^/]+/src/contract\\.ts)$', dependencyTypesNot: typesOnly },
    },
    {
      name: 'view-is-lazy',
      comment:
        "A view is reached through import(), or by a plugin's ui half, which is: nobody pays for it before it is shown.",
      severity: error,
      from: { pathNot: [test, uiHalf] },
      to: { path: '^plugins/.*-view\\.tsx$', dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'kernel-starts-without-react',
      comment: 'A page pays for the kernel before any click; what it draws with comes later, through import().',
      severity: error,
      from: { path: '^kernel/src/.*\\.ts$', pathNot: [test, '^kernel/src/(react|ui|lists|testing)/'] },
      to: { path: `${react}|\\.tsx$`, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'ui-half-is-lazy',
      comment: "A plugin's ui half is reached through import().",
      severity: error,
      from: { pathNot: test },
      to: { path: uiHalf, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'component-is-lazy',
      comment: 'What is no component reaches components through import().',
      severity: error,
      from: { path: '^plugins/.*\\.ts$', pathNot: [test, uiHalf, '/src/testing(/|\\.ts$)'] },
      to: { path: '\\.tsx$', dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'sdk-is-lazy',
      comment:
        'What a plugin starts with names no chain SDK. Code behind import() may: a bundler then takes only what is used. ' +
        'That no entry gets to one on a longer way is held by tests/architecture/entries.test.ts.',
      severity: error,
      from: { path: ['^plugins/[^/]+/src/(index|contract|model|strings)\\.ts$', '^cli/'], pathNot: test },
      to: { path: sdk, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'model-without-react',
      comment: 'The flow lives in a model of signals and actions; only views know React.',
      severity: error,
      from: { path: '^plugins/.*\\.ts$', pathNot: [test, '/src/testing(/|\\.ts$)'] },
      to: { path: drawing, dependencyTypesNot: typesOnly },
    },
    {
      name: 'view-without-sdk',
      comment: 'A view renders what its model says.',
      severity: error,
      from: { path: '^plugins/.*\\.tsx$', pathNot: test },
      to: { path: sdk },
    },
    {
      name: 'cli-imports-no-runtime',
      comment: 'The command line reads manifests and never runs a plugin.',
      severity: error,
      from: { path: '^cli/' },
      to: { path: '^(kernel|plugins)/' },
    },
    {
      name: 'page-code-without-node',
      comment: 'What runs in a page uses what a page has.',
      severity: error,
      from: { path: '^(kernel|plugins)/', pathNot: [test, server] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-stays-out-of-pages',
      comment: 'The server half of a plugin and its tools for tests are reached through their own entries only.',
      severity: error,
      from: { path: '^(kernel|plugins)/', pathNot: [test, server] },
      to: { path: server },
    },
    {
      name: 'entries-only',
      comment: 'A package is imported by an entry that its `exports` lists, a file by a path that exists.',
      severity: error,
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment:
        'No file imports itself through others, types included. Only an import() on the way breaks such a circle.',
      severity: error,
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: 'tests/architecture/resolve.config.mjs' },
    doNotFollow: { path: ['node_modules', '/dist/'] },
  },
}
