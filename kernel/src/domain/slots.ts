import { type AnyView, type Capability, capability, type PlainView, slot } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Transactions } from '../transactions/transactions.js'
import type { IconName } from '../ui/images/icon.js'
import type { Balances } from './assets/assets.js'
import type { NamespaceAdapter } from './connections/adapter.js'
import type { Connector } from './connections/connector.js'
import type { Network } from './network.js'

/** The adapter of one CAIP-2 namespace, such as `namespace('eip155')`. */
export const namespace = (name: string): Capability<NamespaceAdapter> => capability(`namespace:${name}`)

/** Transactions of one CAIP-2 namespace, such as `transactions('eip155')`. The same object as {@link NamespaceAdapter.transactions}. */
export const transactions = <Call = unknown>(name: string): Capability<Transactions<Call>> =>
  capability(`transactions:${name}`)

/** Balances of the active account. Provided by the plugin `@wallet-modal/balances`. */
export const balances: Capability<Balances> = capability('balances')

/** All namespace adapters of the modal. {@link createNamespace} adds them. */
export const namespaces = slot<NamespaceAdapter>('@wallet-modal/kernel#namespaces')

/** Connection methods for wallets. */
export const connectors = slot<Connector>('@wallet-modal/kernel#connectors')

export interface OpeningView {
  /** View to open, without required params. */
  readonly view: PlainView
  /** Whether `open()` may display the view now. */
  when(): boolean
}

/** Views that `open()` can display. `open()` displays the first view, in order, whose function `when` returns `true`. */
export const openingViews = slot<OpeningView>('@wallet-modal/kernel#openingViews')

/** Functions that the kernel calls before the modal closes. If one of them returns `false`, the modal stays open and shakes. */
export const closeGuards = slot<() => boolean>('@wallet-modal/kernel#closeGuards')

export interface Endpoint {
  /** For example `catalogue`, `blockchain`, `rpc`, `analytics`, `relay`, `secure`. */
  readonly service: string
  /** Base URL of the service. */
  readonly url: string
}

/**
 * Base URLs of services, read at each request. If several plugins add a URL for a service, the URL with the highest order is used. If this order is
 * above 0, the URL replaces the URL in the site's `endpoints`. Otherwise, the URL in `endpoints` takes precedence.
 */
export const endpoints = slot<Endpoint>('@wallet-modal/kernel#endpoints')

/** Networks that plugins add to the networks of the site's configuration. */
export const networks = slot<Network>('@wallet-modal/kernel#networks')

export interface PersistentElement {
  /** Globally unique id, such as `@scope/package#frame`. */
  readonly id: string
  /** The only view that can display the element. Default: any view can display it. */
  readonly view?: AnyView
  /** Creates the element. Called once, as soon as the item is added and the modal is mounted. */
  create(): HTMLElement
}

/**
 * Elements that must stay mounted, such as iframes, which reload when they are moved. An element stays mounted when views change or the modal closes.
 * While a view renders a `PersistentBox` with the id of the element, the element is displayed over this box.
 */
export const persistentElements = slot<PersistentElement>('@wallet-modal/kernel#persistentElements')

/** Block of the Connect view: a section with one way to connect, such as email, social or wallets. */
export interface ConnectMethod {
  /** Kind of block, by which a site orders the blocks: `email`, `social`, `wallet`, or a kind that the plugin defines. */
  readonly kind: string
  /** View that is rendered as the block. */
  readonly view: PlainView
  /** CAIP-2 namespaces that the block connects. Default: any. */
  readonly namespaces?: readonly string[]
}

/** Blocks of the Connect view, such as email login. An error in a block does not affect the other blocks. */
export const connectMethods = slot<ConnectMethod>('@wallet-modal/kernel#connectMethods')

export interface ConnectGate {
  /**
   * While false, all connection methods are blocked. If reading the signal throws, the gate's plugin is disabled, and visitors can connect without
   * this gate.
   */
  readonly isOpen: ReadonlySignal<boolean>
  /** View that the Connect view renders, such as the checkbox. */
  readonly view: PlainView
}

/** Conditions for connecting in the views of the modal, such as the legal checkbox. Buttons and wallet lists of the site ignore these conditions. */
export const connectGates = slot<ConnectGate>('@wallet-modal/kernel#connectGates')

export interface AccountTab {
  /** Id by which a site orders the tabs: an id that the plugin chooses. */
  readonly id: string
  /** Label of the tab, one word if possible. */
  readonly label: ReadonlySignal<string>
  /** View that is rendered below the tabs. The plugin must register it. */
  readonly view: PlainView
}

/** Tabs of the Account view. */
export const accountTabs = slot<AccountTab>('@wallet-modal/kernel#accountTabs')

export interface AccountAction {
  /** Id by which a site orders the actions: `onramp`, `swaps`, `receive`, `send`, or an id that the plugin chooses. */
  readonly id: string
  /** Name of an icon. Default: `chevron` if the action is displayed as a tile, `info` if it is a row of a list. */
  readonly icon?: IconName
  /** Label of the action, one or two words. */
  readonly label: ReadonlySignal<string>
  /** Called when the visitor clicks the action. */
  run(): void
}

/** Actions for the connected account, such as buy, swap, receive and send. */
export const accountActions = slot<AccountAction>('@wallet-modal/kernel#accountActions')
