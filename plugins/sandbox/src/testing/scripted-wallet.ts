import type { Network } from '@wallet-modal/kernel'
import { BITCOIN_CHAIN, createBip122Protocol } from './bip122.js'
import { pack, unpack } from './bytes.js'
import { createEip155Protocol } from './eip155.js'
import { invalidNetwork } from './errors.js'
import type { Announcement, WalletNamespace, WalletPlan } from './plan.js'
import { createPolkadotProtocol } from './polkadot.js'
import { createScript, type Question } from './script.js'
import { createSolanaProtocol, toCluster } from './solana.js'
import type { CreateProtocol, WalletEvent, WalletProtocol } from './wallet-protocol.js'
import { createWalletState, select, type WalletState } from './wallet-state.js'

/** Request of a page to a wallet, whether or not it needs approval. */
export interface WalletRequest {
  /** Origin of the page. */
  readonly origin: string
  /** RPC method, Wallet Standard feature, or method of the extension's signer. */
  readonly method: string
  readonly params: readonly unknown[]
}

/** Wallet that a test controls. It has real keys. With `installWallets` it runs outside the page, so that reloads and navigation do not affect it. */
export interface ScriptedWallet {
  readonly name: string
  readonly namespace: WalletNamespace
  /** Active account. */
  readonly address: string
  /** All accounts, or the accounts of the last `showAccounts`. The active account comes first. */
  readonly addresses: readonly string[]
  /** CAIP-2 id of the active network. */
  readonly network: string
  /** All requests of pages, in order. */
  readonly requests: readonly WalletRequest[]
  /** Descriptions of the requests for approval, as a visitor would read them in the wallet. */
  readonly questions: readonly Question[]
  /** Approves all later and pending requests. This is the initial behaviour. */
  approve(): void
  /** Rejects all later and pending requests. */
  reject(): void
  /** Keeps every request for approval pending until `approve` or `reject`. */
  hang(): void
  /** Shares no account with any site, and keeps requests for approval pending until `unlock`. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /**
   * Selects another account, by its address or its current index in `addresses`. On Polkadot, this changes only the order of the accounts, because
   * sites choose an account themselves. On Bitcoin, it has no effect, because the wallet shares both of its accounts. Rejects with `UNKNOWN_ACCOUNT`
   * for an account that is not in `addresses`.
   */
  switchAccount(account: string | number): Promise<void>
  /**
   * Switches the network, by its CAIP-2 id. A Solana wallet offers all of its networks before the first switch, and only the selected network
   * afterwards. Rejects with `INVALID_NETWORK` for an unsupported network.
   */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Shares only these accounts with sites; the first is active. An empty list shares no account. A `bip122` wallet always shares both accounts. */
  showAccounts(addresses: readonly string[]): Promise<void>
  /** Revokes all permissions of sites, as the owner would in the wallet. */
  disconnect(): Promise<void>
  /** Number of event listeners that pages have added and not removed. */
  listeners(): Promise<number>
}

const protocols: Readonly<Record<WalletNamespace, CreateProtocol>> = {
  eip155: createEip155Protocol,
  solana: createSolanaProtocol,
  bip122: createBip122Protocol,
  polkadot: createPolkadotProtocol,
}

const defaultIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

interface HostOptions {
  /** Key of the wallet in the argument of `installWallets`. */
  readonly id: string
  /** The sandbox's networks, for a plan without networks. */
  readonly networks: readonly Network[]
  /** Emits an event to the pages of one origin. `null`: to all pages that sent requests. */
  emit(origin: string | null, event: WalletEvent): Promise<void>
  /** Origins of pages that sent requests. */
  origins(): readonly string[]
  /** Number of listeners of the pages. */
  listeners(): Promise<number>
}

/** Scripted wallet, with the handler of the requests that pages send to the wallet. */
export interface HostedWallet {
  readonly wallet: ScriptedWallet
  readonly announcement: Announcement
  /** Handles a request. Byte arrays are encoded with `pack`. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
}

/** Creates a scripted wallet from its plan. */
export function hostWallet(plan: WalletPlan, { id, networks, emit, origins, listeners }: HostOptions): HostedWallet {
  const { namespace, name = id.charAt(0).toUpperCase() + id.slice(1) } = plan
  const { signsInOnConnect } = plan
  const state = createWalletState({ script: createScript(), networks: networksOf(plan, networks), signsInOnConnect })
  const requests: WalletRequest[] = []
  const seenOrigins = new Set<string>()
  const protocol = protocols[namespace](state, plan.keys, (origin, event) => void emit(origin, packEvent(event)))
  const emitChange = async (of: 'accounts' | 'network', among = origins()): Promise<void> => {
    for (const origin of among)
      for (const event of await protocol.events(origin, of)) await emit(origin, packEvent(event))
  }
  return {
    wallet: {
      name,
      namespace,
      requests,
      questions: state.script.questions,
      get address() {
        return protocol.addresses()[0] ?? ''
      },
      get addresses() {
        return protocol.addresses()
      },
      get network() {
        return state.networkId
      },
      listeners,
      ...ownerActions(state, { name, protocol, emitChange }),
    },
    announcement: announcementOf({ ...plan, name }, id, state),
    async answer(origin, method, params) {
      if (plan.isTrusting && !seenOrigins.has(origin)) state.trustedOrigins.add(origin)
      seenOrigins.add(origin)
      const unpacked = params.map(unpack)
      if (!isInternal(namespace, method)) requests.push({ origin, method, params: unpacked })
      return pack(await protocol.answer(origin, method, unpacked))
    },
  }
}

interface OwnerDependencies {
  readonly name: string
  readonly protocol: WalletProtocol
  /** Emits the new accounts or network to the pages of these origins. Default: all origins that sent requests. */
  emitChange(of: 'accounts' | 'network', among?: readonly string[]): Promise<void>
}

type OwnerActions = Pick<
  ScriptedWallet,
  'approve' | 'reject' | 'hang' | 'lock' | 'unlock' | 'switchAccount' | 'showAccounts' | 'switchNetwork' | 'disconnect'
>

const ownerActions = (state: WalletState, { name, protocol, emitChange }: OwnerDependencies): OwnerActions => ({
  approve: () => state.script.answer('approve'),
  reject: () => state.script.answer('reject'),
  hang: () => state.script.answer('hang'),
  async lock() {
    lock(state, true)
    await emitChange('accounts')
  },
  async unlock() {
    lock(state, false)
    await emitChange('accounts')
  },
  async switchAccount(account) {
    select(state, protocol.addresses(), account)
    await emitChange('accounts', [...state.trustedOrigins])
  },
  async showAccounts(addresses) {
    state.sharedAddresses = addresses
    await emitChange('accounts', [...state.trustedOrigins])
  },
  async switchNetwork(caipNetworkId) {
    if (!state.networks.some((one) => one.caipNetworkId === caipNetworkId))
      throw invalidNetwork(`${name} does not support ${caipNetworkId}. Add the network to the wallet's "networks".`)
    state.networkId = caipNetworkId
    state.onlyNetworkId = caipNetworkId
    await emitChange('network')
  },
  async disconnect() {
    const revoked = [...state.trustedOrigins]
    state.trustedOrigins.clear()
    await emitChange('accounts', revoked)
  },
})

/** Whether the wallet's code in the page sends the request itself, without a call by the site. */
const isInternal = (namespace: WalletNamespace, method: string): boolean =>
  method === 'accounts' && namespace !== 'polkadot'

const packEvent = ({ event, payload }: WalletEvent): WalletEvent => ({ event, payload: pack(payload) })

function lock(state: WalletState, isLocked: boolean): void {
  state.isLocked = isLocked
  state.script.lock(isLocked)
}

function networksOf(
  { namespace, networks }: WalletPlan,
  sandboxNetworks: readonly Network[],
): readonly [Network, ...Network[]] {
  const idOnly = networks?.find((one) => typeof one !== 'object')
  if (idOnly !== undefined)
    throw invalidNetwork(
      `"networks" of a wallet must contain objects of the type Network of @wallet-modal/kernel, with "rpcUrls". It contains ${JSON.stringify(idOnly)}.`,
    )
  const [first, ...more] = (networks ?? sandboxNetworks).filter((one) => one.namespace === namespace)
  if (!first) throw invalidNetwork(`A wallet for "${namespace}" needs at least one network of this namespace.`)
  return [first, ...more]
}

function announcementOf(
  plan: WalletPlan & { readonly name: string },
  id: string,
  { networks }: WalletState,
): Announcement {
  const { namespace, name, rdns = `test.${id}`, icon = defaultIcon, announceAfterMs, isLegacy } = plan
  const clusters = networks.map(({ caipNetworkId }) => toCluster(caipNetworkId))
  const chains = namespace === 'solana' ? clusters : namespace === 'bip122' ? [BITCOIN_CHAIN] : []
  return {
    id,
    namespace,
    name,
    rdns,
    icon,
    chains,
    ...(announceAfterMs !== undefined && { announceAfterMs }),
    ...(isLegacy && { isLegacy }),
  }
}
