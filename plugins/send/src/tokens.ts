import {
  type ActiveConnection,
  type AssetToken,
  balances,
  type Context,
  computed,
  type ReadonlySignal,
  type SendHandler,
  signal,
  type TokenBalance,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId, tokenSources } from '@wallet-modal/kernel/assets'

/** A token that can be sent. */
export interface SendableToken extends AssetToken, Pick<TokenBalance, 'priceUsd' | 'doubts'> {
  /** In base units; `undefined` where it is not known. */
  readonly amount: bigint | undefined
}

export interface SendableTokens {
  /** The coin first. */
  readonly all: ReadonlySignal<readonly SendableToken[]>
  /** Reads what is too old, or after a send all of it. */
  refresh(force?: boolean): Promise<void>
  /** A token by its id, asked of the chain where it is not among those that the account is known to hold. Throws `INVALID_ARGUMENT`. */
  find(assetId: string, signal: AbortSignal): Promise<SendableToken>
}

const keyOf = ({ caipNetworkId, account }: ActiveConnection): string => `${caipNetworkId}:${account.address}`

/** What the account in use can send on the network in use: all it is known to hold, and the coin in any case. */
export function createTokens(ctx: Context, handler: ReadonlySignal<SendHandler | undefined>): SendableTokens {
  const source = ctx.maybe(balances)
  const sources = ctx.all(tokenSources)
  const coins = signal<Readonly<Record<string, bigint>>>({})

  const coinOf = (active: ActiveConnection): SendableToken | undefined => {
    const { network, caipNetworkId } = active
    if (!network) return undefined
    const { name, symbol, decimals } = network.nativeCurrency
    const icon = network.imageUrl === undefined ? {} : { iconUrl: network.imageUrl }
    return {
      ...{ assetId: coinAssetId(network), caipNetworkId, name, symbol, decimals },
      ...icon,
      amount: coins.value[keyOf(active)],
    }
  }
  const all = computed((): readonly SendableToken[] => {
    const active = ctx.connections.active.value
    if (!active) return []
    const held = source?.holdings.value.tokens.filter((one) => one.caipNetworkId === active.caipNetworkId) ?? []
    const coin = coinOf(active)
    const listed = coin && !held.some(({ assetId }) => assetId === coin.assetId) ? [coin, ...held] : held
    return listed.filter((token) => handler.value?.canSend(token, active))
  })
  const readCoin = async (): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active?.network) return
    try {
      const amount = await active.adapter.balance(ctx.abortSignal)
      coins.value = { ...coins.peek(), [keyOf(active)]: amount }
    } catch (error) {
      ctx.log.info('the balance could not be read', error) // it stays unknown, and what is sent is checked by the chain
    }
  }
  return {
    all,
    async refresh(force = false) {
      await source?.refresh({ force })
      const { caipNetworkId, network } = ctx.connections.active.peek() ?? {}
      const isListed = source?.holdings
        .peek()
        .tokens.some((one) => network && one.caipNetworkId === caipNetworkId && one.assetId === coinAssetId(network))
      if (!isListed) await readCoin()
    },
    async find(assetId, stop) {
      const known = all.peek().find((one) => one.assetId === assetId)
      if (known) return known
      const active = ctx.connections.active.peek()
      const [, kind = ''] = /^[^/]+\/([^:]+):/.exec(assetId) ?? []
      const source = sources.peek().find((one) => one.namespace === active?.namespace && one.assetNamespace === kind)
      if (active?.network && source) {
        const { account, network } = active
        const found = await source.tokens({ account, network, known: [assetId], signal: stop })
        const token = found.find((one) => one.assetId === assetId)
        if (token && handler.peek()?.canSend(token, active)) return token
      }
      throw new WalletModalError('INVALID_ARGUMENT', `Send: the token ${assetId} was not found on this network.`)
    },
  }
}
