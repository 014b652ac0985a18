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

/** Symbols at the top of the list: coins and stablecoins, then other tokens with high trading volume. */
const SUGGESTED: readonly string[] = ['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'SUSD']
const POPULAR: readonly string[] = ['WBTC', 'UNI', 'LINK', 'AAVE', 'ARB', 'OP', 'LDO', 'CRV', 'MKR', 'PEPE']
const ranked = [...SUGGESTED, ...POPULAR]

export type TokenKind = 'own' | 'suggested' | 'popular' | 'other'

/** Section of the list in which a token is displayed. The account's tokens and the coin are `own`. */
export function kindOf({ amount, address, symbol }: AccountToken): TokenKind {
  if (amount || address === undefined) return 'own'
  if (SUGGESTED.includes(symbol.toUpperCase())) return 'suggested'
  return POPULAR.includes(symbol.toUpperCase()) ? 'popular' : 'other'
}

export interface TokenList {
  /** The account's tokens, then suggested and popular tokens, then all other tokens by symbol. */
  readonly all: ReadonlySignal<readonly AccountToken[]>
  /** Whether all sources have listed their tokens of the active network. If true, `all` contains exactly the tokens that can be swapped. */
  readonly isComplete: ReadonlySignal<boolean>
  read(context: SwapContext | null): void
  /** Reads again if a source failed. */
  retry(context: SwapContext | null): void
}

const rankOf = ({ symbol }: AssetToken): number => {
  const at = ranked.indexOf(symbol.toUpperCase())
  return at < 0 ? ranked.length : at
}

interface SourceTokens {
  /** CAIP-2 id of the network of `tokens`; empty before the first reply. */
  readonly network: ReadonlySignal<string>
  /** Suggested and popular tokens, then all other tokens by symbol. */
  readonly tokens: ReadonlySignal<readonly AssetToken[]>
  /** Whether `tokens` contains the tokens of all sources. False if a source has failed. */
  readonly isComplete: ReadonlySignal<boolean>
  read(network: Network, sources: readonly SwapSource[]): void
  stop(): void
  /** Whether a source has failed. */
  hasFailed(): boolean
}

/** Tokens listed by sources for one network. If no source lists a token and a source has failed, displays a toast and calls `onFailure`. */
function createSourceTokens(ctx: Context, onFailure: () => void = () => {}): SourceTokens {
  const listed = signal({ network: '', tokens: [] as readonly AssetToken[], isComplete: false })
  const latest = createLatest(ctx.abortSignal)
  let hasFailed = false
  return {
    network: computed(() => listed.value.network),
    tokens: computed(() =>
      listed.value.tokens.toSorted((a, b) => rankOf(a) - rankOf(b) || a.symbol.localeCompare(b.symbol, 'en')),
    ),
    isComplete: computed(() => listed.value.isComplete),
    hasFailed: () => hasFailed,
    read(network, sources) {
      hasFailed = false
      latest.run(async (abortSignal, isLatest) => {
        const lists = await Promise.allSettled(sources.map((source) => source.tokens(network, abortSignal)))
        if (!isLatest()) return
        const tokens = lists.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        const byId = new Map(tokens.map((token) => [token.assetId, token]))
        const rejected = lists.find((one) => one.status === 'rejected')
        listed.value = { network: network.caipNetworkId, tokens: [...byId.values()], isComplete: !rejected }
        if (!rejected) return
        hasFailed = true
        ctx.log.info('a list of tokens could not be read', rejected.reason)
        if (tokens.length > 0) return
        ctx.toast.error(ctx.t('toast.init'))
        onFailure()
      })
    },
    stop: latest.stop,
  }
}

/** Leaves the view `Swap`. Stays if it is the only view, because leaving it would close the modal before the visitor reads the toast. */
function goBack({ router }: Context): void {
  if (router.current.peek()?.view.name === Swap.name && router.depth.peek() > 0) router.back()
}

/** Swappable tokens of a network. First the account's coin and its tokens that are in `listed`, then the other tokens in `listed`. */
function withListed(
  network: Network,
  own: readonly AccountToken[],
  listed: readonly AssetToken[],
): readonly AccountToken[] {
  const [ids, coin] = [new Set(listed.map(({ assetId }) => assetId)), coinAssetId(network)]
  const accountTokens = own.filter(({ assetId }) => ids.has(assetId) || assetId === coin)
  const accountTokenIds = new Set(accountTokens.map(({ assetId }) => assetId))
  return [...accountTokens, ...listed.filter(({ assetId }) => !accountTokenIds.has(assetId)).map(withoutBalance)]
}

const withoutBalance = (token: AssetToken): AccountToken => ({ ...token, amount: undefined })

/** Tokens that can be swapped on the active network, with the account's balances. */
export function createTokenList(
  ctx: Context,
  { all: own }: AccountTokens,
  context: ReadonlySignal<SwapContext | null>,
): TokenList {
  const listed = createSourceTokens(ctx, () => goBack(ctx))
  const isListed = computed(() => listed.network.value === context.value?.network.caipNetworkId)
  return {
    isComplete: computed(() => isListed.value && listed.isComplete.value),
    all: computed(() => {
      const network = context.value?.network
      return network && isListed.value ? withListed(network, own.value, listed.tokens.value) : own.value
    }),
    read(currentContext) {
      listed.stop()
      if (currentContext) listed.read(currentContext.network, currentContext.sources)
    },
    retry(currentContext) {
      if (currentContext && listed.hasFailed()) listed.read(currentContext.network, currentContext.sources)
    },
  }
}

interface ReceiveListOptions {
  readonly context: ReadonlySignal<SwapContext | null>
  readonly destinations: Destinations
  /** The account's tokens on the chosen network. */
  readonly own: AccountTokens
}

interface ReceiveList {
  readonly all: ReadonlySignal<readonly AccountToken[]>
  /** Reads the list of another network again if a source failed. */
  retry(): void
}

/** Tokens that can be received on the chosen network, with the account's balances there. */
export function createReceiveList(
  ctx: Context,
  { all: activeTokens }: TokenList,
  { context, destinations, own }: ReceiveListOptions,
): ReceiveList {
  const listed = createSourceTokens(ctx)
  /** Chosen network, with the sources that bridge to it; `undefined` for the active network. */
  const target = computed(() => {
    const [currentContext, to] = [context.value, destinations.current.value]
    if (!currentContext || !to || to.caipNetworkId === currentContext.network.caipNetworkId) return undefined
    return { to, sources: sourcesFor(currentContext.sources, { network: currentContext.network, receiveNetwork: to }) }
  })
  ctx.effect(() => {
    const current = target.value
    listed.stop()
    if (!current) return
    listed.read(current.to, current.sources)
    void own.refresh()
  })
  return {
    all: computed(() => {
      const { to } = target.value ?? {}
      if (!to) return activeTokens.value
      return listed.network.value === to.caipNetworkId ? withListed(to, own.all.value, listed.tokens.value) : []
    }),
    retry() {
      const current = target.peek()
      if (current && listed.hasFailed()) listed.read(current.to, current.sources)
    },
  }
}
