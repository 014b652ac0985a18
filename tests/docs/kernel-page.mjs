import { join } from 'node:path'
import { repository } from '../setup/workspaces.mjs'
import { exportsOf, hooksOf, membersOf, payloadOf, stringsOf, variantsOf } from './doc-comments.mjs'
import { cell, code, mark, table } from './tables.mjs'

const source = (/** @type {string} */ file) => join(repository, 'kernel/src', file)

/** @param {readonly import('./doc-comments.mjs').Member[]} members */
const typed = (members) => members.map(({ label, doc, type }) => [code(label), code(type), doc])

/** Files in `domain` with the slots that `@wallet-modal/kernel` exports. */
const mainSlots = [
  'slots',
  'connections/session-namespace',
  'connections/wallet-source',
  'names',
  'assets/prices',
  'assets/token-lists',
  'caip-images',
]

/** Interfaces of slot items, and of the requests and results of their methods. @type {readonly Item[]} */
const slotItems = [
  ...['OpeningView', 'Endpoint', 'PersistentElement', 'ConnectMethod', 'ConnectGate', 'AccountTab'].map(
    (name) => /** @type {const} */ (['domain/slots.ts', name]),
  ),
  ...['PriceSource', 'PriceRequest'].map((name) => /** @type {const} */ (['domain/assets/prices.ts', name])),
  ...['TokenListSource', 'TokenListRequest'].map(
    (name) => /** @type {const} */ (['domain/assets/token-lists.ts', name]),
  ),
  ...['TokenSource', 'TokenRequest'].map((name) => /** @type {const} */ (['domain/assets/assets.ts', name])),
  ...['HistorySource', 'HistoryRequest', 'HistoryPage', 'HistoryEntry', 'HistoryTransfer'].map(
    (name) => /** @type {const} */ (['domain/assets/history.ts', name]),
  ),
  ...['NameSource', 'AccountNameRequest', 'ResolveNameRequest', 'AccountName'].map(
    (name) => /** @type {const} */ (['domain/names.ts', name]),
  ),
  ...['WalletSource', 'WalletQuery'].map(
    (name) => /** @type {const} */ (['domain/connections/wallet-source.ts', name]),
  ),
]

/** @type {readonly Item[]} */
const clients = [
  ['transport/api.ts', 'ServiceApi', 'ctx.api.service(name)'],
  ['transport/api.ts', 'RpcApi', 'ctx.api.rpc(caipNetworkId)'],
  ['page/storage.ts', 'PluginStorage', 'ctx.storage'],
]

/** @type {readonly Item[]} */
const requestOptions = [
  ['transport/api.ts', 'RequestOptions', 'get, post'],
  ['transport/api.ts', 'ReadOptions', 'get'],
  ['transport/api.ts', 'WriteOptions', 'post'],
  ['transport/api.ts', 'RpcOptions', 'read, write'],
]

/** @typedef {readonly [file: string, name: string, label?: string]} Item */

/** Rows with the members of an interface. @param {Item} item */
const itemRows = ([file, name, item = name]) =>
  membersOf(source(file), name).map(({ label, type, doc }) => [code(item), code(label), code(type), doc])

/** Rows with key and text. @param {string} file */
const textsIn = (file) => stringsOf(source(file)).map(([key, text]) => [code(key), cell(text)])

/**
 * Table of the members of interfaces, such as an interface and those that it extends. Of members with the same name, the first.
 * @param {...readonly [file: string, name: string]} interfaces
 */
function membersTable(...interfaces) {
  const members = interfaces.flatMap(([file, name]) => membersOf(source(file), name))
  const unique = members.filter(({ name, type }, index) => {
    const isOverload = type.startsWith(`${name}(`) || type.startsWith(`${name}<`)
    return isOverload || members.findIndex((other) => other.name === name) === index
  })
  return table(['Member', 'Type', 'Meaning'], typed(unique))
}

const hookFiles = ['host-hooks.ts', 'site-hooks.ts', 'use-balance.ts', 'use-signal.ts', 'use-wallets.ts'].map(
  (file) => `react/hooks/${file}`,
)

/**
 * Interfaces of the results of hooks, by the hook's name; optionally the only field that is listed.
 * @type {Readonly<Record<string, readonly (readonly [file: string, name: string, field?: string])[]>>}
 */
const hookResults = {
  useWalletModal: [['react/hooks/host-hooks.ts', 'UseWalletModal']],
  useAccount: [
    ['react/hooks/page-state.ts', 'ConnectedAccount'],
    ['react/hooks/page-state.ts', 'RestoredAccount'],
    ['react/hooks/page-state.ts', 'AbsentAccount', 'status'],
    ['react/hooks/page-state.ts', 'AccountFields'],
  ],
  useNetwork: [
    ['react/hooks/page-state.ts', 'NetworkState'],
    ['react/hooks/host-hooks.ts', 'UseNetwork'],
  ],
  useTheme: [['react/hooks/site-hooks.ts', 'UseTheme']],
  useLocale: [['react/hooks/site-hooks.ts', 'UseLocale']],
  useNetworks: [['react/hooks/site-hooks.ts', 'UseNetworks']],
  useBalance: [
    ['react/hooks/use-balance.ts', 'AbsentBalance'],
    ['react/hooks/use-balance.ts', 'ReadyBalance'],
  ],
  useWallets: [['react/hooks/use-wallets.ts', 'UseWallets']],
}

/** Reference of the hooks. */
const hookParts = () => [
  '## Hooks',
  '`@wallet-modal/kernel/react` exports these React hooks. [Server-side rendering](server-side-rendering.md) explains `InitialStateProvider`.',
  table(
    ['Hook', 'Result', 'Meaning'],
    hookFiles
      .flatMap((file) => hooksOf(source(file)))
      .map(({ signature, result, doc }) => [code(signature), code(result), doc]),
  ),
  'Fields of the objects that the hooks return:',
  table(
    ['Hook', 'Field', 'Type', 'Meaning'],
    Object.entries(hookResults).flatMap(([hook, interfaces]) =>
      interfaces
        .flatMap(([file, name, field]) => membersOf(source(file), name).filter((one) => !field || one.name === field))
        .map(({ label, type, doc }) => [code(hook), code(label), code(type), doc]),
    ),
  ),
  '`@wallet-modal/kernel/vue` exports this composable:',
  table(
    ['Composable', 'Result', 'Meaning'],
    hooksOf(source('vue/use-signal.ts')).map(({ signature, result, doc }) => [code(signature), code(result), doc]),
  ),
]

/** Reference of the wallets and their connections. */
const connectionParts = () => [
  '## Connections',
  '`modal.connections` contains the connected wallets of all chain families. A chain family is a CAIP-2 namespace, such as `eip155`. In React components, read the signals with the [hooks](#hooks).',
  membersTable(['domain/connections/connections.ts', 'Connections']),
  '### WalletConnection',
  'Connection to a wallet in one namespace. `connections.all` contains one object for each connection. The value of `connections.active` is one of these objects. The type `Connected` has the same fields, except `adapter`, `isActive`, `namespace` and `network`.',
  membersTable(
    ['domain/connections/connections.ts', 'WalletConnection'],
    ['domain/connections/connection.ts', 'SigningConnection'],
    ['domain/connections/connection.ts', 'Connected'],
  ),
  '### ConnectOptions',
  'Options of `NamespaceAdapter.connect`.',
  table(['Field', 'Type', 'Meaning'], typed(membersOf(source('domain/connections/adapter.ts'), 'ConnectOptions'))),
  '### ConnectOutcome',
  'Result of `connections.connect` and `NamespaceAdapter.connect`. A rejection by the visitor is a result, not an error.',
  table(
    ['`status`', 'Other fields', 'Meaning'],
    variantsOf(source('domain/connections/adapter.ts'), 'ConnectOutcome').map(({ status, fields, doc }) => [
      code(status),
      fields && code(fields),
      doc,
    ]),
  ),
  '### NamespaceAdapter',
  'Adapter of one chain family, such as the EVM networks. Sites get an adapter with `connections.adapter(namespace)`. Plugins can also use the capability `namespace(...)`. Several wallets of a chain family can be connected at the same time. At most one of them is active. Only the active wallet signs, and events report only the active wallet.',
  membersTable(['domain/connections/adapter.ts', 'NamespaceAdapter']),
  '### Connector',
  'Connection method for one wallet. [Custom connectors](connectors.md) explains how to add one.',
  membersTable(['domain/connections/connector.ts', 'Connector']),
]

/** Markdown of the kernel reference, generated from the kernel's doc comments. */
export function kernelPage() {
  const eventsOf = (/** @type {string} */ file) =>
    exportsOf(source(file))
      .filter(({ type }) => /^event\b|^EventToken</.test(type))
      .map(({ name, type, doc }) => [code(name), payloadOf(type) && code(payloadOf(type)), doc])
  const slotsOf = (/** @type {string} */ file) =>
    exportsOf(source(`domain/${file}.ts`))
      .filter(({ type }) => /^slot|^Slot</.test(type))
      .map(({ name, type, doc }) => [code(name), code(payloadOf(type)), doc])
  const parts = [
    '# Kernel',
    mark('kernel/src'),
    'API of `@wallet-modal/kernel` for sites and plugins. [Concepts](concepts.md) explains the terms.',
    '## createWalletModal',
    '`createWalletModal(config)` creates a modal and returns it. [Self-hosting](self-hosting.md#services) describes the services of `projectId` and `endpoints`. Fields of `config`:',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('modal/config.ts'), 'WalletModalConfig'))),
    '## The modal',
    '`createWalletModal` returns an object with these members:',
    membersTable(['modal/wallet-modal.ts', 'WalletModal']),
    ...connectionParts(),
    '## Events',
    '`@wallet-modal/kernel` exports these events. Subscribe with `modal.on(event, listener)`, with the hook `useModalEvent`, or in a plugin with `ctx.on`. If several wallets of a namespace are connected, these events report only the active wallet.',
    table(['Event', 'Payload', 'Meaning'], ['domain/events.ts', 'domain/reports.ts'].flatMap(eventsOf)),
    '`@wallet-modal/kernel/transactions` exports this event:',
    table(['Event', 'Payload', 'Meaning'], eventsOf('transactions/tracking/orders.ts')),
    '## Slots',
    'A plugin adds an item with `ctx.add`, and reads the items with `ctx.all`. Plugins export their own slots from their `/contract` entries. `@wallet-modal/kernel` exports these slots:',
    table(['Slot', 'Item', 'Meaning'], mainSlots.flatMap(slotsOf)),
    '`@wallet-modal/kernel/assets` exports the slots for balances, past transactions and sending. `@wallet-modal/kernel` exports `tokenSources` and `historySources` too:',
    table(['Slot', 'Item', 'Meaning'], ['assets/token-sources', 'assets/history', 'assets/sending'].flatMap(slotsOf)),
    '`@wallet-modal/kernel/transactions` exports these slots. [Transactions](transactions.md) explains them:',
    table(
      ['Slot', 'Item', 'Meaning'],
      ['../transactions/transactions', '../transactions/tracking/orders'].flatMap(slotsOf),
    ),
    '### Fields of an AccountAction',
    'Item of the slot `accountActions`: an action in the Account view.',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('domain/slots.ts'), 'AccountAction'))),
    `Names of icons: ${stringsOf(source('ui/images/icon.tsx'))
      .map(([name]) => code(name))
      .join(', ')}.`,
    '### Fields of other slot items',
    'A field without `?` is required.',
    table(['Item', 'Field', 'Type', 'Meaning'], slotItems.flatMap(itemRows)),
    ...hookParts(),
    '## Theme',
    'Tokens for the field `theme` of the configuration, and for `modal.setTheme`. [Theming](theming.md) has a live example.',
    table(
      ['Token', 'Type', 'Meaning'],
      ['Theme', 'ThemeTokens']
        .flatMap((name) => membersOf(source('modal/theme.ts'), name))
        .map(({ name, type, doc }) => [code(name), code(type), doc]),
    ),
    '## definePlugin',
    '`definePlugin` defines a plugin. [Write a plugin](write-a-plugin.md) has an example. Fields of its argument:',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'PluginSpec'))),
    '## Permissions',
    'Fields of `permissions`, a field of the argument of `definePlugin`. [Security](security.md) explains the purpose of permissions.',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'Permissions'))),
    '## Context',
    '`ctx`, the first argument of `setup`. When the plugin is disposed, the kernel removes everything that the plugin has registered with `ctx`.',
    table(['Member', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'Context'))),
    '## Requests and storage',
    '`ctx.api.service(name)` returns the client of a service, and `ctx.api.rpc(caipNetworkId)` the JSON-RPC client of a network. [Write a plugin](write-a-plugin.md#requests) has an example. Members of these clients and of `ctx.storage`:',
    table(['Object', 'Member', 'Type', 'Meaning'], clients.flatMap(itemRows)),
    'Fields of the argument `options`:',
    table(['Method', 'Field', 'Type', 'Meaning'], requestOptions.flatMap(itemRows)),
    '## Texts',
    'To replace a text, set it in `strings` of the configuration: see [Theming](theming.md#texts-and-languages). Texts of the dialog and of the buttons, under the name `@wallet-modal/kernel`:',
    table(['Key', 'English'], textsIn('strings/en.ts')),
    'Texts of transaction reviews and amounts, under the name `@wallet-modal/kernel/ui/transactions`:',
    table(['Key', 'English'], textsIn('ui/transactions/strings/en.ts')),
  ]
  return `${parts.join('\n\n')}\n`
}
