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

/** What the account in use holds. `@wallet-modal/balances` provides it; names of the kernel itself are reserved, so it has a short one. */
export const balances: Capability<Balances> = capability('balances')

/** Every namespace adapter of this modal. {@link createNamespace} fills it. */
export const namespaces = slot<NamespaceAdapter>('@wallet-modal/kernel#namespaces')

/** Ways to reach a wallet. */
export const connectors = slot<Connector>('@wallet-modal/kernel#connectors')

export interface OpeningView {
  readonly view: PlainView
  when(): boolean
}

/** What opens when the site asks for no particular view: the first whose `when` holds, by order. */
export const openingViews = slot<OpeningView>('@wallet-modal/kernel#openingViews')

/** True lets the modal close. Any that refuses keeps it open and shakes it. */
export const closeGuards = slot<() => boolean>('@wallet-modal/kernel#closeGuards')

export interface Endpoint {
  /** For example `catalogue`, `blockchain`, `rpc`, `analytics`, `relay`, `secure`. */
  readonly service: string
  readonly url: string
}

/**
 * Base URLs of services, resolved per request; the highest order wins. One with an order above 0 wins over the site's own `endpoints`; any other is
 * a default, used where the site names none.
 */
export const endpoints = slot<Endpoint>('@wallet-modal/kernel#endpoints')

/** Networks that a plugin brings, beside those of the site's configuration. */
export const networks = slot<Network>('@wallet-modal/kernel#networks')

export interface PersistentElement {
  readonly id: string
  /** The view that it belongs to: no other view shows it. */
  readonly view?: AnyView
  /** Called once, at page load; React is not needed for it. */
  create(): HTMLElement
}

/**
 * Elements that are mounted once and survive view changes and closing, such as frames: moving an iframe reloads it. Each is hidden until a view draws a
 * `PersistentBox` with its id, and lies over that box.
 */
export const persistentElements = slot<PersistentElement>('@wallet-modal/kernel#persistentElements')

export interface ConnectMethod {
  /** What a site orders the blocks by: `email`, `social`, `wallet`, or a word of the plugin's own. */
  readonly kind: string
  readonly view: PlainView
}

/** A block of the Connect view, drawn inside the contributing plugin's boundary. */
export const connectMethods = slot<ConnectMethod>('@wallet-modal/kernel#connectMethods')

export interface ConnectGate {
  /** While false, every connect method is blocked. */
  readonly isOpen: ReadonlySignal<boolean>
  readonly view: PlainView
}

/** What has to be agreed to before connecting in the modal's own views, such as the legal checkbox. A site's own buttons and lists are not blocked. */
export const connectGates = slot<ConnectGate>('@wallet-modal/kernel#connectGates')

export interface AccountTab {
  readonly id: string
  readonly label: ReadonlySignal<string>
  readonly view: PlainView
}

/** Tabs of the Account view. */
export const accountTabs = slot<AccountTab>('@wallet-modal/kernel#accountTabs')

export interface AccountAction {
  /** What a site names it by to order them: `onramp`, `swaps`, `receive`, `send`, or a word of one's own. */
  readonly id: string
  /** Default: an arrow that leads on. */
  readonly icon?: IconName
  /** One word or two. */
  readonly label: ReadonlySignal<string>
  run(): void
}

/** What can be done with the connected account: buy, swap, receive, send and the like. */
export const accountActions = slot<AccountAction>('@wallet-modal/kernel#accountActions')
