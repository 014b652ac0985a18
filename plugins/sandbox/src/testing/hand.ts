import type { Network } from '@wallet-modal/kernel'
import type { WalletContext } from '../wallet/family.js'
import type { Memory } from '../wallet/memory.js'
import { createChainAccess } from './chain-access.js'
import { unknownAccount } from './errors.js'
import type { Question, Script } from './script.js'

/** State of a scripted wallet, shared by all pages. */
export interface Hand {
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
  isLocked: boolean
  /** Authorized origins. */
  readonly trusted: Set<string>
}

export interface HandPlan {
  readonly script: Script
  readonly networks: readonly [Network, ...Network[]]
}

export function createHand({ script, networks }: HandPlan): Hand {
  const own: Hand['networks'] = [...networks]
  const [{ caipNetworkId: networkId }] = own
  return { ctx: createChainAccess(own), script, networks: own, networkId, isLocked: false, trusted: new Set() }
}

/** The active network first, in the format of the sandbox's wallets. */
export function networksInUse({ networks, networkId, only }: Hand): [Network, ...Network[]] {
  const [first, ...more] = networks
  const used = networks.find((one) => one.caipNetworkId === networkId)
  if (used && only !== undefined) return [used]
  return used === undefined || used === first ? [first, ...more] : [used, ...networks.filter((one) => one !== used)]
}

/** Accounts shared with sites, the active one first. */
export function inUseFirst<T>(
  { selected, shown }: Hand,
  all: readonly T[],
  addressOf: (one: T) => string,
): readonly T[] {
  const seen = shown?.flatMap((address) => all.filter((one) => addressOf(one) === address)) ?? all
  const isUsed = (one: T): boolean => addressOf(one) === selected
  return [...seen.filter(isUsed), ...seen.filter((one) => !isUsed(one))]
}

/** Selects another account. Throws `UNKNOWN_ACCOUNT`. */
export function select(hand: Hand, among: readonly string[], account: string | number): void {
  const found = typeof account === 'number' ? among[account] : among.find((one) => one === account)
  if (found === undefined) throw unknownAccount('The wallet', String(account))
  hand.selected = found
}

/** State for one origin, in the sandbox wallet's format. */
export const memoryOf = (hand: Hand, origin: string): Memory => ({
  get: () => ({ connected: hand.trusted.has(origin) && !hand.isLocked, caipNetworkId: hand.networkId }),
  set({ connected, caipNetworkId }) {
    if (connected === true) hand.trusted.add(origin)
    if (connected === false) hand.trusted.delete(origin)
    if (caipNetworkId !== undefined) hand.networkId = caipNetworkId
  },
})

/** Asks the owner. An authorized origin that finds the wallet locked waits until it is unlocked, and is not asked about again. */
export const askFor =
  ({ script, trusted }: Hand, origin: string) =>
  async (question: Question): Promise<void> => {
    if (question.kind === 'connect' && trusted.has(origin)) return script.unlocked()
    await script.ask(question)
  }

/** Dependencies of each sandbox wallet, for one origin. */
export const partsFor = (hand: Hand, origin: string) => ({
  ctx: hand.ctx,
  host: new URL(origin).host,
  networks: networksInUse(hand),
  ask: askFor(hand, origin),
  memory: memoryOf(hand, origin),
})
