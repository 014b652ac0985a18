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

/** Request of a page, including those that need no approval. */
export interface WalletRequest {
  /** Origin of the page. */
  readonly origin: string
  /** RPC method, Wallet Standard feature, or method of the extension's signer. */
  readonly method: string
  readonly params: readonly unknown[]
}

/** Wallet with real keys whose behaviour a test controls. It runs outside the page, so that it is not affected by reloading and navigation. */
export interface ScriptedWallet {
  readonly name: string
  readonly namespace: WalletNamespace
  /** Active account. */
  readonly address: string
  /** All accounts, the active one first. */
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
  /** Keeps every request pending until `approve` or `reject`. */
  hang(): void
  /** Shares no account with any site, and keeps requests pending until `unlock`. */
  lock(): Promise<void>
  unlock(): Promise<void>
  /**
   * Selects another account, by its address or index. On Polkadot, sites choose among all accounts themselves, and a Bitcoin wallet shares both of
   * its accounts.
   */
  switchAccount(account: string | number): Promise<void>
  /**
   * Switches the network, by its CAIP-2 id. A Solana wallet, which offers all of its networks, offers only this one from then on. Throws
   * `INVALID_NETWORK` for an unsupported network.
   */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Shares only these accounts with sites, the first one active; none shares no account. Not for `bip122`. */
  showAccounts(addresses: readonly string[]): Promise<void>
  /** Revokes all permissions of sites, as the owner would in the wallet. */
  disconnect(): Promise<void>
  /** Number of listeners that pages have added: zero after a site has cleaned up. */
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
  /** Key it is installed under. */
  readonly id: string
  /** The sandbox's networks, for a wallet without networks. */
  readonly networks: readonly Network[]
  /** Emits an event to the pages of one origin, or of all that sent requests. */
  tell(origin: string | null, news: News): Promise<void>
  /** Origins of pages that sent requests. */
  origins(): readonly string[]
  /** Number of listeners of the pages. */
  listeners(): Promise<number>
}

/** Scripted wallet with the messages from and to its half in the page. */
export interface HostedWallet {
  readonly wallet: ScriptedWallet
  readonly announcement: Announcement
  /** Bytes are encoded with `pack`. */
  answer(origin: string, method: string, params: readonly unknown[]): Promise<unknown>
}

/** Creates the half of a wallet that has the keys. */
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

/** Requests of the page's half itself. */
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
