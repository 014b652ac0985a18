import { type AssetToken, type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type AccountToken, type AccountTokens, createLatest } from '@wallet-modal/kernel/transactions'
import type { SwapContext } from './context.js'

/** Symbols that most visitors look for, listed before all others. */
const suggested: readonly string[] = ['ETH', 'WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'UNI', 'LINK', 'AAVE', 'SUSD']

export interface TokenList {
  /** The account's tokens, then suggested ones, then the others by symbol. */
  readonly all: ReadonlySignal<readonly AccountToken[]>
  read(context: SwapContext | null): void
}

const rankOf = ({ symbol }: AssetToken): number => {
  const at = suggested.indexOf(symbol.toUpperCase())
  return at < 0 ? suggested.length : at
}

/** Tokens that can be swapped on the active network, with what the account holds of them. */
export function createTokenList(
  ctx: Context,
  { all: own }: AccountTokens,
  context: ReadonlySignal<SwapContext | null>,
): TokenList {
  const listed = signal<{ readonly network: string; readonly tokens: readonly AssetToken[] }>({
    network: '',
    tokens: [],
  })
  const latest = createLatest(ctx.abortSignal)
  const sorted = computed(() =>
    listed.value.tokens.toSorted((a, b) => rankOf(a) - rankOf(b) || a.symbol.localeCompare(b.symbol, 'en')),
  )
  return {
    all: computed(() => {
      const network = context.value?.network
      if (!network || listed.value.network !== network.caipNetworkId) return own.value
      const ids = new Set(listed.value.tokens.map(({ assetId }) => assetId))
      const coin = coinAssetId(network)
      const held = own.value.filter(({ assetId }) => ids.has(assetId) || assetId === coin)
      const heldIds = new Set(held.map(({ assetId }) => assetId))
      const others = sorted.value.filter(({ assetId }) => !heldIds.has(assetId))
      return [...held, ...others.map((token) => ({ ...token, amount: undefined }))]
    }),
    read(now) {
      latest.stop()
      if (!now) return
      const { network, sources } = now
      latest.run(async (stop, isLatest) => {
        const lists = await Promise.allSettled(sources.map((source) => source.tokens(network, stop)))
        if (!isLatest()) return
        const tokens = lists.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
        const byId = new Map(tokens.map((token) => [token.assetId, token]))
        listed.value = { network: network.caipNetworkId, tokens: [...byId.values()] }
        const failed = lists.find((one) => one.status === 'rejected')
        if (!failed || tokens.length > 0) return
        ctx.log.info('no list of tokens could be read', failed.reason)
        ctx.toast.error(ctx.t('toast.init'))
      })
    },
  }
}
