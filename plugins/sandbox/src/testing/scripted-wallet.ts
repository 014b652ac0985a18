import type { Network } from '@wallet-modal/kernel'
import { BITCOIN_CHAIN, speakBip122 } from './bip122.js'
import { pack, unpack } from './bytes.js'
import { speakEip155 } from './eip155.js'
import { invalidNetwork } from './errors.js'
import { createHand, type Hand, select } from './hand.js'
import type { Announcement, WalletNamespace, WalletPlan } from './plan.js'
import { speakPolkadot } from './polkadot.js'
import { createScript, type Question } from './script.js'
import { speakSolana, toCluster } from './solana.js'
import type { MakeSpeech, News } from './speech.js'

/** What a page asked a wallet for, also where nobody had to be asked. */
export interface WalletRequest {
  /** Of the page that asked. */
  readonly origin: string
  /** An RPC method, a feature of the Wallet Standard, or a method of the extension's signer. */
  readonly method: string
  readonly params: readonly unknown[]
}

/** A wallet with real keys that does as a test says. It lives outside the page, so reloading and leaving change nothing about it. */
export interface ScriptedWallet {
  readonly name: string
  readonly namespace: WalletNamespace
  /** The account in use. */
  readonly address: string
  /** Every account, the one in use first. */
  readonly addresses: readonly string[]
  /** CAIP-2 id of the network in use. */
  readonly network: string
  /** Everything that pages asked for, in order. */
  readonly requests: readonly WalletRequest[]
  /** What the owner was asked to agree to, in words: what a visitor would have read in the wallet. */
  readonly questions: readonly Question[]
  /** Agrees to everything from now on, and to what it kept waiting. So it begins. */
  approve(): void
  /** Refuses everything from now on, and what it kept waiting. */
  reject(): void
  /** Lets every question wait until `approve` or `reject`. */
  hang(): void
  /** Shows no site an account, and lets everything wait until `unlock`. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /**
   * Takes another account in use, by its address or place. Sites of Polkadot choose among all accounts themselves, and a wallet of Bitcoin
   * shows its two together.
   */
  switchAccount(account: string | number): Promise<void>
  /**
   * Changes the network, by its CAIP-2 id. A wallet of Solana, which offers all of its networks, offers only this one from then on. Throws `INVALID_NETWORK` where the wallet is not at home.
   */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Lets sites see only these of its accounts, the first in use; none means that no site sees any. Not for `bip122`. */
  showAccounts(addresses: readonly string[]): Promise<void>
  /** Takes back what sites were allowed, as its owner would in the wallet. */
  disconnect(): Promise<void>
  /** How many listeners pages have on it: none is left when a site has let go of it. */
  listeners(): Promise<number>
}

const families: Readonly<Record<WalletNamespace, MakeSpeech>> = {
  eip155: speakEip155,
  solana: speakSolana,
  bip122: speakBip122,
  polkadot: speakPolkadot,
}

const grey =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

interface Surroundings {
  /** The key it is installed under. */
  readonly id: string
  /** The sandbox's networks, for a wallet that names none. */
  readonly networks: readonly Network[]
  /** Tells the pages of one origin, or of all that asked before. */
  tell(origin: string | null, news: News): Promise<void>
  /** The origins of pages that asked before. */
  origins(): readonly string[]
  /** How many listeners the pages have on it. */
  listeners(): Promise<number>
}

/** A scripted wallet with what its half in the page is told and answered. */
export interface HostedWallet {
  readonly wallet: ScriptedWallet
  readonly announcement: Announcement
  /** Bytes come and go as `pack` writes them. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
}

/** Makes the half of a wallet that holds the keys. */
export function hostWallet(plan: WalletPlan, { id, networks, tell, origins, listeners }: Surroundings): HostedWallet {
  const { namespace, name = id.charAt(0).toUpperCase() + id.slice(1) } = plan
  const script = createScript()
  const hand = createHand({ script, networks: homeOf(plan, networks) })
  const requests: WalletRequest[] = []
  const met = new Set<string>()
  const speech = families[namespace](hand, plan.keys, (origin, news) => void tell(origin, packed(news)))

  const spread = async (of: 'accounts' | 'network', among = origins()): Promise<void> => {
    for (const origin of among) for (const news of await speech.news(origin, of)) await tell(origin, packed(news))
  }
  const wallet: ScriptedWallet = {
    name,
    namespace,
    requests,
    questions: script.questions,
    get address() {
      return speech.addresses()[0] ?? ''
    },
    get addresses() {
      return speech.addresses()
    },
    get network() {
      return hand.networkId
    },
    approve: () => script.answer('approve'),
    reject: () => script.answer('reject'),
    hang: () => script.answer('hang'),
    async lock() {
      lock(hand, true)
      await spread('accounts')
    },
    async unlock() {
      lock(hand, false)
      await spread('accounts')
    },
    async switchAccount(account) {
      select(hand, speech.addresses(), account)
      await spread('accounts', [...hand.trusted])
    },
    async showAccounts(addresses) {
      hand.shown = addresses
      await spread('accounts', [...hand.trusted])
    },
    listeners,
    async switchNetwork(caipNetworkId) {
      if (!hand.networks.some((one) => one.caipNetworkId === caipNetworkId))
        throw invalidNetwork(`${name} is not at home on ${caipNetworkId}. Name the network in its plan.`)
      hand.networkId = caipNetworkId
      hand.only = caipNetworkId
      await spread('network')
    },
    async disconnect() {
      const left = [...hand.trusted]
      hand.trusted.clear()
      await spread('accounts', left)
    },
  }
  return {
    wallet,
    announcement: announcementOf({ ...plan, name }, id, hand),
    async answer(origin, method, params) {
      if (plan.isTrusting && !met.has(origin)) hand.trusted.add(origin)
      met.add(origin)
      const given = params.map(unpack)
      if (!isOwn(namespace, method)) requests.push({ origin, method, params: given })
      return pack(await speech.answer(origin, method, given))
    },
  }
}

/** What the page's half asks for itself. */
const isOwn = (namespace: WalletNamespace, method: string): boolean => method === 'accounts' && namespace !== 'polkadot'

const packed = ({ event, payload }: News): News => ({ event, payload: pack(payload) })

function lock(hand: Hand, isLocked: boolean): void {
  hand.isLocked = isLocked
  hand.script.lock(isLocked)
}

function homeOf({ namespace, networks }: WalletPlan, ofSandbox: readonly Network[]): readonly [Network, ...Network[]] {
  const [first, ...more] = (networks ?? ofSandbox).filter((one) => one.namespace === namespace)
  if (!first) throw invalidNetwork(`A wallet for "${namespace}" needs at least one network of it.`)
  return [first, ...more]
}

function announcementOf(plan: WalletPlan & { readonly name: string }, id: string, { networks }: Hand): Announcement {
  const { namespace, name, rdns = `test.${id}`, icon = grey, announceAfterMs, isLegacy } = plan
  const names = networks.map(({ caipNetworkId }) => toCluster(caipNetworkId))
  const chains = namespace === 'solana' ? names : namespace === 'bip122' ? [BITCOIN_CHAIN] : []
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
