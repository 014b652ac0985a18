/** Import rules. For each rule, tests/architecture/rules.test.ts adds a file that violates it and expects the violation to be reported. */

const sdk =
  '(^|node_modules/)(viem|@solana/[^/]+|@polkadot/[^/]+|bitcoinjs-lib|@walletconnect/[^/]+|@safe-global/[^/]+)(/|$)'
const react = '(^|node_modules/)(react|react-dom)(/|$)'
const drawing = `${react}|^kernel/src/(react|ui|lists)/`
const test = '\\.test\\.(tsx?|bench\\.ts|fixtures\\.tsx?)$'
/** Module with the views of a plugin, loaded when the modal first shows one of them. */
const uiModule = '^plugins/[^/]+/src/ui\\.ts$'
/** Server code, test tools and command-line programs of plugins. A page never imports them. */
const server = '^plugins/[^/]+/src/(server/|testing/|bin\\.ts$)'

const typesOnly = ['type-only', 'type-import']

const error = 'error'

export default {
  forbidden: [
    {
      name: 'kernel-imports-no-feature',
      comment: 'The kernel imports no plugin, no command line and no template.',
      severity: error,
      from: { path: '^kernel/' },
      to: { path: '^(plugins|cli|templates|tests)/' },
    },
    {
      name: 'kernel-imports-no-sdk',
      comment: 'Only plugins import chain SDKs.',
      severity: error,
      from: { path: '^kernel/', pathNot: test },
      to: { path: sdk },
    },
    {
      name: 'plugin-uses-kernel-entries',
      comment: 'A plugin imports only public entries of the kernel.',
      severity: error,
      from: { path: '^plugins/' },
      to: {
        path: '^kernel/',
        pathNot:
          '^kernel/src/(index|assets|discovery|in-app|react/connect-button|(react|elements|ui|ui/transactions|lists|testing|transactions)/index|ui/deferred)\\.ts$',
      },
    },
    {
      name: 'plugin-ships-no-fakes',
      comment: "Only tests and a plugin's own testing entry import the kernel's testing entry.",
      severity: error,
      from: { path: '^(plugins|kernel)/', pathNot: [test, '/src/testing(/|\\.ts$)'] },
      to: { path: '^kernel/src/testing/' },
    },
    {
      name: 'plugin-uses-contract-of-plugin',
      comment:
        'From another plugin, a plugin imports only contract.ts: its public types, and the names of its services, slots and views.',
      severity: error,
      from: { path: '^plugins/([^/]+)/', pathNot: server },
      to: { path: '^plugins/', pathNot: '^plugins/($1/|[^/]+/src/contract\\.ts$)' },
    },
    {
      name: 'server-uses-gateway',
      comment: 'From another plugin, server code imports only contract.ts and the modules listed below.',
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
      comment:
        'A contract.ts imports only the main entry of the kernel and the contract.ts of other plugins. Type imports are not restricted.',
      severity: error,
      from: { path: '^plugins/[^/]+/src/contract\\.ts$' },
      to: { pathNot: '^(kernel/src/index\\.ts|plugins/[^/]+/src/contract\\.ts)$', dependencyTypesNot: typesOnly },
    },
    {
      name: 'view-is-lazy',
      comment:
        "Only a plugin's ui.ts imports views statically. All other modules use import(), so a page loads no view before the modal opens.",
      severity: error,
      from: { pathNot: [test, uiModule] },
      to: { path: '^plugins/.*-view\\.tsx$', dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'kernel-starts-without-react',
      comment: 'A page loads the kernel before any click. React and the components are loaded later, with import().',
      severity: error,
      from: { path: '^kernel/src/.*\\.ts$', pathNot: [test, '^kernel/src/(react|ui|lists|testing)/'] },
      to: { path: `${react}|\\.tsx$`, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'vue-in-its-entry',
      comment: 'Vue is an optional peer dependency: only the entry @wallet-modal/kernel/vue imports it.',
      severity: error,
      from: { path: '^(kernel|plugins|cli)/', pathNot: '^kernel/src/vue/' },
      to: { path: '(^|node_modules/)(vue|@vue/[^/]+)(/|$)' },
    },
    {
      name: 'ui-half-is-lazy',
      comment: "A plugin's ui.ts is imported only with import().",
      severity: error,
      from: { pathNot: test },
      to: { path: uiModule, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'component-is-lazy',
      comment: 'Modules other than components import components only with import().',
      severity: error,
      from: { path: '^plugins/.*\\.ts$', pathNot: [test, uiModule, '/src/testing(/|\\.ts$)'] },
      to: { path: '\\.tsx$', dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'sdk-is-lazy',
      comment:
        'The modules that a plugin loads at start import no chain SDK statically. Modules loaded with import() may. ' +
        'tests/architecture/entries.test.ts checks the indirect imports of each entry.',
      severity: error,
      from: { path: ['^plugins/[^/]+/src/(index|contract|model|strings)\\.ts$', '^cli/'], pathNot: test },
      to: { path: sdk, dynamic: false, dependencyTypesNot: typesOnly },
    },
    {
      name: 'model-without-react',
      comment: 'Models contain signals and actions. Only views import React and components.',
      severity: error,
      from: { path: '^plugins/.*\\.ts$', pathNot: [test, '/src/testing(/|\\.ts$)'] },
      to: { path: drawing, dependencyTypesNot: typesOnly },
    },
    {
      name: 'view-without-sdk',
      comment: 'A view renders its model and imports no chain SDK.',
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
      comment: 'Page code imports no module of Node.js.',
      severity: error,
      from: { path: '^(kernel|plugins)/', pathNot: [test, server] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-stays-out-of-pages',
      comment: 'Page code imports neither the server code of a plugin nor its test tools.',
      severity: error,
      from: { path: '^(kernel|plugins)/', pathNot: [test, server] },
      to: { path: server },
    },
    {
      name: 'entries-only',
      comment:
        'An import of a package names an entry in the `exports` of that package. An import of a file names an existing file.',
      severity: error,
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Imports, including type imports, form no cycle. A cycle that contains an import() is allowed.',
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
