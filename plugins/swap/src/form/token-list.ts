import {
  type AssetToken,
  type Context,
  computed,
  type Network,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type AccountToken, type AccountTokens, createLatest } from '@wallet-modal/kernel/transactions'
import type { Destinations } from '../bridges/destinations.js'
import type { SwapContext } from '../context.js'
import { Swap, type SwapSource } from '../contract.js'
import { sourcesFor } from '../quotes/offers.js'

/** Symbols listed before all others: coins and dollars, then what is traded most. */
const SUGGESTED: readonly string[] = ['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'SUSD']
const POPULAR: readonly string[] = ['WBTC', 'UNI', 'LINK', 'AAVE', 'ARB', 'OP', 'LDO', 'CRV', 'MKR', 'PEPE']
const ranked = [...SUGGESTED, ...POPULAR]

export type TokenKind = 'own' | 'suggested' | 'popular' | 'other'

/** Part of the list in which a token is displayed: what the account holds and the coin first. */
export function kindOf({ amount, address, symbol }: AccountToken): TokenKind {
  if (amount || address === undefined) return 'own'
  if (SUGGESTED.includes(symbol.toUpperCase())) return 'suggested'
  return POPULAR.includes(symbol.toUpperCase()) ? 'popular' : 'other'
}

export interface TokenList {
  /** The account's tokens, then suggested and popular ones, then the others by symbol. */
  readonly all: ReadonlySignal<readonly AccountToken[]>
  read(context: SwapContext | null): void
  /** Reads again if the last read failed. */
  retry(context: SwapContext | null): void
}

const rankOf = ({ symbol }: AssetToken): number => {
  const at = ranked.indexOf(symbol.toUpperCase())
  return at < 0 ? ranked.length : at
}

interface SourceTokens {
  /** CAIP-2 network of `tokens`. */
  readonly network: ReadonlySignal<string>
  /** Suggested and popular ones first, then by symbol. */
  readonly tokens: ReadonlySignal<readonly AssetToken[]>
  read(network: Network, sources: readonly SwapSource[]): void
  stop(): void
  hasFailed(): boolean
}

/** Tokens listed by sources for one network. `failed` runs after a message, where no source could list any. */
function createSourceTokens(ctx: Context, failed: () => void = () => {}): SourceTokens {
  const listed = signal<{ readonly network: string; readonly tokens: readonly AssetToken[] }>({
    network: '',
    tokens: [],
  })
  const latest = createLatest(ctx.abortSignal)
  let hasFailed = false
  return {
    network: computed(() => listed.value.network),
    tokens: computed(() =>
      listed.value.tokens.toSorted((a, b) => rankOf(a) - rankOf(b) || a.symbol.localeCompare(b.symbol, 'en')),
    ),
    hasFailed: () => hasFailed,
    read(network, sources) {
      hasFailed = false
      latest.run(async (stop, isLatest) => {
        const lists = await Promise.allSettled(sources.map((source) => source.tokens(network, stop)))
        if (!isLatest()) return
        const tokens = lists.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        const byId = new Map(tokens.map((token) => [token.assetId, token]))
        listed.value = { network: network.caipNetworkId, tokens: [...byId.values()] }
        const rejected = lists.find((one) => one.status === 'rejected')
        if (!rejected || tokens.length > 0) return
        hasFailed = true
        ctx.log.info('no list of tokens could be read', rejected.reason)
        ctx.toast.error(ctx.t('toast.init'))
        failed()
      })
    },
    stop: latest.stop,
  }
}

/** Shows the view below Swap. Where Swap is the only view it stays, as the modal would close over the message. */
function goBack({ router }: Context): void {
  if (router.current.peek()?.view.name === Swap.name && router.depth.peek() > 0) router.back()
}

/** Tokens of a network that can be swapped: those of the account, its coin among them, then the others that sources list. */
function withListed(
  network: Network,
  own: readonly AccountToken[],
  listed: readonly AssetToken[],
): readonly AccountToken[] {
  const [ids, coin] = [new Set(listed.map(({ assetId }) => assetId)), coinAssetId(network)]
  const heldTokens = own.filter(({ assetId }) => ids.has(assetId) || assetId === coin)
  const heldIds = new Set(heldTokens.map(({ assetId }) => assetId))
  return [...heldTokens, ...listed.filter(({ assetId }) => !heldIds.has(assetId)).map(withoutBalance)]
}

const withoutBalance = (token: AssetToken): AccountToken => ({ ...token, amount: undefined })

/** Tokens that can be swapped on the active network, with the account's balances. */
export function createTokenList(
  ctx: Context,
  { all: own }: AccountTokens,
  context: ReadonlySignal<SwapContext | null>,
): TokenList {
  const listed = createSourceTokens(ctx, () => goBack(ctx))
  return {
    all: computed(() => {
      const network = context.value?.network
      if (!network || listed.network.value !== network.caipNetworkId) return own.value
      return withListed(network, own.value, listed.tokens.value)
    }),
    read(now) {
      listed.stop()
      if (now) listed.read(now.network, now.sources)
    },
    retry(now) {
      if (now && listed.hasFailed()) listed.read(now.network, now.sources)
    },
  }
}

interface ReceiveParts {
  readonly context: ReadonlySignal<SwapContext | null>
  readonly destinations: Destinations
  /** The account's tokens on the chosen network. */
  readonly own: AccountTokens
}

/** Tokens that can be received on the chosen network, with the account's balances there. */
export function createReceiveList(
  ctx: Context,
  { all: local }: TokenList,
  { context, destinations, own }: ReceiveParts,
): ReadonlySignal<readonly AccountToken[]> {
  const listed = createSourceTokens(ctx)
  ctx.effect(() => {
    const [now, to] = [context.value, destinations.current.value]
    listed.stop()
    if (!now || !to || to.caipNetworkId === now.network.caipNetworkId) return
    listed.read(to, sourcesFor(now.sources, { network: now.network, receiveNetwork: to }))
    void own.refresh()
  })
  return computed(() => {
    const [now, to] = [context.value, destinations.current.value]
    if (!now || !to || to.caipNetworkId === now.network.caipNetworkId) return local.value
    return listed.network.value === to.caipNetworkId ? withListed(to, own.all.value, listed.tokens.value) : []
  })
}
