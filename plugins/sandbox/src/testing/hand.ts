import type { Network } from '@wallet-modal/kernel'
import type { WalletContext } from '../wallet/family.js'
import type { Memory } from '../wallet/memory.js'
import { createChainAccess } from './chain-access.js'
import { unknownAccount } from './errors.js'
import type { Question, Script } from './script.js'

/** What a scripted wallet holds over all pages that know it. */
export interface Hand {
  readonly ctx: WalletContext
  readonly script: Script
  /** Where the wallet is at home. Grows where the owner lets a site add a network. */
  readonly networks: [Network, ...Network[]]
  /** CAIP-2 id of the network in use. */
  networkId: string
  /** Set where the owner left all other networks; sites of chain families that offer several at once then see this one only. */
  only?: string
  /** The address in use; absent: the first. */
  selected?: string
  /** The addresses that sites may see, in this order; absent: all. */
  shown?: readonly string[]
  isLocked: boolean
  /** The origins that were let in. */
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

/** The network in use first, as the wallets of the sandbox take them. */
export function networksInUse({ networks, networkId, only }: Hand): [Network, ...Network[]] {
  const [first, ...more] = networks
  const used = networks.find((one) => one.caipNetworkId === networkId)
  if (used && only !== undefined) return [used]
  return used === undefined || used === first ? [first, ...more] : [used, ...networks.filter((one) => one !== used)]
}

/** The accounts that sites may see, the one in use first. */
export function inUseFirst<T>(
  { selected, shown }: Hand,
  all: readonly T[],
  addressOf: (one: T) => string,
): readonly T[] {
  const seen = shown?.flatMap((address) => all.filter((one) => addressOf(one) === address)) ?? all
  const isUsed = (one: T): boolean => addressOf(one) === selected
  return [...seen.filter(isUsed), ...seen.filter((one) => !isUsed(one))]
}

/** Takes another account in use. Throws `UNKNOWN_ACCOUNT`. */
export function select(hand: Hand, among: readonly string[], account: string | number): void {
  const found = typeof account === 'number' ? among[account] : among.find((one) => one === account)
  if (found === undefined) throw unknownAccount('The wallet', String(account))
  hand.selected = found
}

/** What the wallet remembers of one origin, in the sandbox wallet's own form. */
export const memoryOf = (hand: Hand, origin: string): Memory => ({
  get: () => ({ connected: hand.trusted.has(origin) && !hand.isLocked, caipNetworkId: hand.networkId }),
  set({ connected, caipNetworkId }) {
    if (connected === true) hand.trusted.add(origin)
    if (connected === false) hand.trusted.delete(origin)
    if (caipNetworkId !== undefined) hand.networkId = caipNetworkId
  },
})

/** Asks the owner. Who was let in before and finds the wallet locked waits for it to open, and is not asked about again. */
export const askFor =
  ({ script, trusted }: Hand, origin: string) =>
  async (question: Question): Promise<void> => {
    if (question.kind === 'connect' && trusted.has(origin)) return script.unlocked()
    await script.ask(question)
  }

/** The parts that every wallet of the sandbox is made with, for one origin. */
export const partsFor = (hand: Hand, origin: string) => ({
  ctx: hand.ctx,
  host: new URL(origin).host,
  networks: networksInUse(hand),
  ask: askFor(hand, origin),
  memory: memoryOf(hand, origin),
})
