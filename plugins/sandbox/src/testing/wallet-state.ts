import type { Network } from '@wallet-modal/kernel'
import type { WalletContext } from '../wallet/family.js'
import type { Memory } from '../wallet/memory.js'
import { createChainAccess } from './chain-access.js'
import { unknownAccount } from './errors.js'
import type { Question, Script } from './script.js'

/** State of a scripted wallet, shared by all pages. */
export interface WalletState {
  readonly ctx: WalletContext
  readonly script: Script
  /** Supported networks. Grows when the owner approves adding one. */
  readonly networks: [Network, ...Network[]]
  /** CAIP-2 id of the active network. */
  networkId: string
  /** Set if the owner restricted the wallet to the active network, for chain families that offer several at once. */
  only?: string
  /** Active address; absent: the first. */
  selected?: string
  /** Addresses shared with sites, in this order; absent: all. */
  shown?: readonly string[]
  /** EIP-155: whether it supports `wallet_connect` (ERC-7846). */
  readonly signsInOnConnect: boolean
  isLocked: boolean
  /** Authorized origins. */
  readonly trusted: Set<string>
}

export interface StateOptions {
  readonly script: Script
  readonly networks: readonly [Network, ...Network[]]
  readonly signsInOnConnect?: boolean | undefined
}

export function createWalletState({ script, networks, signsInOnConnect = false }: StateOptions): WalletState {
  const own: WalletState['networks'] = [...networks]
  const [{ caipNetworkId: networkId }] = own
  return {
    ...{ ctx: createChainAccess(own), script, networks: own, networkId, signsInOnConnect },
    ...{ isLocked: false, trusted: new Set() },
  }
}

/** The active network first, in the format of the sandbox's wallets. */
export function activeNetworks({ networks, networkId, only }: WalletState): [Network, ...Network[]] {
  const [first, ...more] = networks
  const used = networks.find((one) => one.caipNetworkId === networkId)
  if (used && only !== undefined) return [used]
  return used === undefined || used === first ? [first, ...more] : [used, ...networks.filter((one) => one !== used)]
}

/** Accounts shared with sites, the active one first. */
export function activeFirst<T>(
  { selected, shown }: WalletState,
  all: readonly T[],
  addressOf: (one: T) => string,
): readonly T[] {
  const seen = shown?.flatMap((address) => all.filter((one) => addressOf(one) === address)) ?? all
  const isUsed = (one: T): boolean => addressOf(one) === selected
  return [...seen.filter(isUsed), ...seen.filter((one) => !isUsed(one))]
}

/** Selects another account. Throws `UNKNOWN_ACCOUNT`. */
export function select(state: WalletState, among: readonly string[], account: string | number): void {
  const found = typeof account === 'number' ? among[account] : among.find((one) => one === account)
  if (found === undefined) throw unknownAccount('The wallet', String(account))
  state.selected = found
}

/** State for one origin, in the sandbox wallet's format. */
export const memoryOf = (state: WalletState, origin: string): Memory => ({
  get: () => ({ connected: state.trusted.has(origin) && !state.isLocked, caipNetworkId: state.networkId }),
  set({ connected, caipNetworkId }) {
    if (connected === true) state.trusted.add(origin)
    if (connected === false) state.trusted.delete(origin)
    if (caipNetworkId !== undefined) state.networkId = caipNetworkId
  },
})

/** Asks the owner. An authorized origin that finds the wallet locked waits until it is unlocked, and is not asked about again. */
export const askFor =
  ({ script, trusted }: WalletState, origin: string) =>
  async (question: Question): Promise<void> => {
    if (question.kind === 'connect' && trusted.has(origin)) return script.unlocked()
    await script.ask(question)
  }

/** Dependencies of each sandbox wallet, for one origin. */
export const partsFor = (state: WalletState, origin: string) => ({
  ctx: state.ctx,
  host: new URL(origin).host,
  networks: activeNetworks(state),
  ask: askFor(state, origin),
  memory: memoryOf(state, origin),
})
