import type { Network } from '@wallet-modal/kernel'
import type { WalletContext } from '../wallet/family.js'
import type { WalletStorage } from '../wallet/wallet-storage.js'
import { createChainAccess } from './chain-access.js'
import { unknownAccount } from './errors.js'
import type { Question, Script } from './script.js'

/** State of a scripted wallet, shared by all pages. */
export interface WalletState {
  readonly ctx: WalletContext
  readonly script: Script
  /** Supported networks. The list grows when the owner approves a new network. */
  readonly networks: [Network, ...Network[]]
  /** CAIP-2 id of the active network. */
  networkId: string
  /** CAIP-2 id of the only network that the wallet offers, after `switchNetwork`. Absent: the wallet offers all networks. */
  onlyNetworkId?: string
  /** Active address; absent: the first. */
  selectedAddress?: string
  /** Addresses shared with sites, in this order; absent: all. */
  sharedAddresses?: readonly string[]
  /** EIP-155: whether the wallet supports `wallet_connect` (ERC-7846). */
  readonly signsInOnConnect: boolean
  isLocked: boolean
  /** Authorized origins. */
  readonly trustedOrigins: Set<string>
}

export interface StateOptions {
  readonly script: Script
  readonly networks: readonly [Network, ...Network[]]
  readonly signsInOnConnect?: boolean | undefined
}

export function createWalletState({ script, networks, signsInOnConnect = false }: StateOptions): WalletState {
  const ownNetworks: WalletState['networks'] = [...networks]
  const [{ caipNetworkId: networkId }] = ownNetworks
  return {
    ...{ ctx: createChainAccess(ownNetworks), script, networks: ownNetworks, networkId, signsInOnConnect },
    ...{ isLocked: false, trustedOrigins: new Set() },
  }
}

/** Networks that the wallet offers, the active one first. */
export function activeNetworks({ networks, networkId, onlyNetworkId }: WalletState): [Network, ...Network[]] {
  const [first, ...more] = networks
  const active = networks.find((one) => one.caipNetworkId === networkId)
  if (active && onlyNetworkId !== undefined) return [active]
  return active === undefined || active === first
    ? [first, ...more]
    : [active, ...networks.filter((one) => one !== active)]
}

/** Accounts shared with sites, the active one first. */
export function activeFirst<T>(
  { selectedAddress, sharedAddresses }: WalletState,
  all: readonly T[],
  addressOf: (one: T) => string,
): readonly T[] {
  const shared = sharedAddresses?.flatMap((address) => all.filter((one) => addressOf(one) === address)) ?? all
  const isActive = (one: T): boolean => addressOf(one) === selectedAddress
  return [...shared.filter(isActive), ...shared.filter((one) => !isActive(one))]
}

/** Selects another account, given by its address or its index in `among`. Throws `UNKNOWN_ACCOUNT`. */
export function select(state: WalletState, among: readonly string[], account: string | number): void {
  const found = typeof account === 'number' ? among[account] : among.find((one) => one === account)
  if (found === undefined) throw unknownAccount(account, among)
  state.selectedAddress = found
}

/** Stored state for one origin, in the format of the sandbox wallet. */
export const walletStorageOf = (state: WalletState, origin: string): WalletStorage => ({
  get: () => ({ connected: state.trustedOrigins.has(origin) && !state.isLocked, caipNetworkId: state.networkId }),
  set({ connected, caipNetworkId }) {
    if (connected === true) state.trustedOrigins.add(origin)
    if (connected === false) state.trustedOrigins.delete(origin)
    if (caipNetworkId !== undefined) state.networkId = caipNetworkId
  },
})

/**
 * Returns a function that requests the owner's approval, and rejects if the owner declines. An authorized origin needs no approval to connect: its
 * request only waits until the wallet is unlocked.
 */
export const askFor =
  ({ script, trustedOrigins }: WalletState, origin: string) =>
  async (question: Question): Promise<void> => {
    if (question.kind === 'connect' && trustedOrigins.has(origin)) return script.unlocked()
    await script.ask(question)
  }

/** Options for the sandbox wallet of a chain family, for one origin. */
export const walletOptionsFor = (state: WalletState, origin: string) => ({
  ctx: state.ctx,
  host: new URL(origin).host,
  networks: activeNetworks(state),
  ask: askFor(state, origin),
  walletStorage: walletStorageOf(state, origin),
})
