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
  'From `@wallet-modal/kernel/react`.',
  table(
    ['Hook', 'Result', 'Meaning'],
    hookFiles
      .flatMap((file) => hooksOf(source(file)))
      .map(({ signature, result, doc }) => [code(signature), code(result), doc]),
  ),
  'Fields of the results:',
  table(
    ['Hook', 'Field', 'Type', 'Meaning'],
    Object.entries(hookResults).flatMap(([hook, interfaces]) =>
      interfaces
        .flatMap(([file, name, field]) => membersOf(source(file), name).filter((one) => !field || one.name === field))
        .map(({ label, type, doc }) => [code(hook), code(label), code(type), doc]),
    ),
  ),
  'From `@wallet-modal/kernel/vue`:',
  table(
    ['Composable', 'Result', 'Meaning'],
    hooksOf(source('vue/use-signal.ts')).map(({ signature, result, doc }) => [code(signature), code(result), doc]),
  ),
]

/** Reference of the wallets and their connections. */
const connectionParts = () => [
  '## Connections',
  '`modal.connections` contains the connected wallets of all chain families. In components, read its signals with the [hooks](#hooks).',
  membersTable(['domain/connections/connections.ts', 'Connections']),
  '### WalletConnection',
  'A connected wallet in one namespace: an item of `connections.all`, and the value of `connections.active`.',
  membersTable(
    ['domain/connections/connections.ts', 'WalletConnection'],
    ['domain/connections/connection.ts', 'SigningConnection'],
    ['domain/connections/connection.ts', 'Connected'],
  ),
  '### ConnectOptions',
  'Options of `NamespaceAdapter.connect`.',
  table(['Field', 'Type', 'Meaning'], typed(membersOf(source('domain/connections/adapter.ts'), 'ConnectOptions'))),
  '### ConnectOutcome',
  'Result of `connections.connect` and `NamespaceAdapter.connect`. If the visitor rejects the request, this is a result, not an error.',
  table(
    ['`status`', 'Other fields', 'Meaning'],
    variantsOf(source('domain/connections/adapter.ts'), 'ConnectOutcome').map(({ status, fields, doc }) => [
      code(status),
      fields && code(fields),
      doc,
    ]),
  ),
  '### NamespaceAdapter',
  'Adapter of one chain family, such as the EVM networks. Sites get it from `connections.adapter(namespace)`, plugins also from the capability `namespace(...)`. Several wallets of a family can be connected at the same time. At most one of them is active: only this wallet signs, and events report only this wallet.',
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
    'API of `@wallet-modal/kernel` for sites and plugins. The terms are explained in [Concepts](concepts.md).',
    '## createWalletModal',
    '`createWalletModal(config)` creates a modal. Fields of the configuration:',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('modal/config.ts'), 'WalletModalConfig'))),
    '## The modal',
    membersTable(['modal/wallet-modal.ts', 'WalletModal']),
    ...connectionParts(),
    '## Events',
    '`@wallet-modal/kernel` exports these events for `modal.on(event, listener)`, `ctx.on` and `useModalEvent`. If several wallets are connected, events report only the active one.',
    table(['Event', 'Payload', 'Meaning'], ['domain/events.ts', 'domain/reports.ts'].flatMap(eventsOf)),
    'An event of `@wallet-modal/kernel/transactions`:',
    table(['Event', 'Payload', 'Meaning'], eventsOf('transactions/tracking/orders.ts')),
    '## Slots',
    'For `ctx.add` and `ctx.all`. A plugin declares its own slots in its `/contract` entry.',
    table(['Slot', 'Item', 'Meaning'], mainSlots.flatMap(slotsOf)),
    'Slots of `@wallet-modal/kernel/assets` for balances, history and sending, used by chain families. `@wallet-modal/kernel` also exports `tokenSources` and `historySources`:',
    table(['Slot', 'Item', 'Meaning'], ['assets/token-sources', 'assets/history', 'assets/sending'].flatMap(slotsOf)),
    'Slots of `@wallet-modal/kernel/transactions`, explained in [Transactions](transactions.md):',
    table(
      ['Slot', 'Item', 'Meaning'],
      ['../transactions/transactions', '../transactions/tracking/orders'].flatMap(slotsOf),
    ),
    '### Fields of an AccountAction',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('domain/slots.ts'), 'AccountAction'))),
    `Icons: ${stringsOf(source('ui/images/icon.tsx'))
      .map(([name]) => code(name))
      .join(', ')}.`,
    ...hookParts(),
    '## Theme',
    'For the field `theme` and `modal.setTheme`. [Theming](theming.md) has a live example.',
    table(
      ['Token', 'Type', 'Meaning'],
      ['Theme', 'ThemeTokens']
        .flatMap((name) => membersOf(source('modal/theme.ts'), name))
        .map(({ name, type, doc }) => [code(name), code(type), doc]),
    ),
    '## definePlugin',
    'Fields of the argument. [Write a plugin](write-a-plugin.md) has an example.',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'PluginSpec'))),
    '## Permissions',
    'Field `permissions` of a plugin. [Security](security.md) states what permissions protect against.',
    table(['Field', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'Permissions'))),
    '## Context',
    'First argument of `setup`. When the plugin is disposed, the kernel removes everything that it registered here.',
    table(['Member', 'Type', 'Meaning'], typed(membersOf(source('plugins/plugin.ts'), 'Context'))),
    '## Texts',
    'To replace a text, set it in `strings` of the configuration: see [Theming](theming.md#texts-and-languages). Texts of `@wallet-modal/kernel`, for the dialog and the buttons:',
    table(['Key', 'English'], textsIn('strings/en.ts')),
    'Texts of `@wallet-modal/kernel/ui/transactions`, for transaction reviews and amounts:',
    table(['Key', 'English'], textsIn('ui/transactions/strings/en.ts')),
  ]
  return `${parts.join('\n\n')}\n`
}
