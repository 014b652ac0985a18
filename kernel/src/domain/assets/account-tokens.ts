import { fail } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import { computed, type ReadonlySignal, signal } from '../../signals.js'
import type { WalletConnection } from '../connections/connections.js'
import type { Network } from '../network.js'
import { balances } from '../slots.js'
import { type AssetToken, coinAssetId, type TokenBalance, type TokenSource } from './assets.js'
import { tokenSources } from './token-sources.js'

/** A token of the active account. */
export interface AccountToken extends AssetToken, Pick<TokenBalance, 'priceUsd' | 'spamFlags' | 'scaledAmount'> {
  /** In base units; `undefined` if unknown. */
  readonly amount: bigint | undefined
}

/** Whether a view offers a token, for example because the wallet can send it. */
export type TokenFilter = (token: AssetToken, connection: WalletConnection) => boolean

export interface AccountTokens {
  /** Tokens that the filter accepts, the native coin first. */
  readonly all: ReadonlySignal<readonly AccountToken[]>
  /**
   * Reads the balances again if they are outdated; with `force`, always. If the capability `balances` does not list the native coin, its balance is
   * read on each call.
   */
  refresh(force?: boolean): Promise<void>
  /**
   * Token by its CAIP-19 id. A token that is not in the account's list is read from the chain. Rejects with `INVALID_ARGUMENT` if there is no
   * such token or the filter refuses it, and with the error of a failed read.
   */
  find(assetId: string, signal: AbortSignal): Promise<AccountToken>
  /**
   * Token by its address, in any format of the chain family, even with a balance of 0. `undefined` if there is none or the filter refuses it. Rejects
   * if the chain cannot be read.
   */
  findByAddress(address: string, signal: AbortSignal): Promise<AccountToken | undefined>
}

const keyOf = ({ caipNetworkId, account }: WalletConnection): string => `${caipNetworkId}:${account.address}`

function coinOf({ network, caipNetworkId }: WalletConnection, amount: bigint | undefined): AccountToken | undefined {
  if (!network) return undefined
  const { name, symbol, decimals } = network.nativeCurrency
  const icon = network.imageUrl === undefined ? {} : { iconUrl: network.imageUrl }
  return { ...{ assetId: coinAssetId(network), caipNetworkId, name, symbol, decimals }, ...icon, amount }
}

/** Active connection, with its network replaced by `network` if set. */
const targetOf = (ctx: Context, network: ReadonlySignal<Network | undefined> | undefined) =>
  computed((): WalletConnection | null => {
    const [active, otherNetwork] = [ctx.connections.active.value, network?.value]
    return active && otherNetwork
      ? { ...active, network: otherNetwork, caipNetworkId: otherNetwork.caipNetworkId }
      : active
  })

/** Reads one token of the active account from the chain, even with a balance of 0. `undefined` if there is none or the filter refuses it. */
const createTokenReader =
  (
    target: ReadonlySignal<WalletConnection | null>,
    sources: ReadonlySignal<readonly TokenSource[]>,
    accepts: ReadonlySignal<TokenFilter | undefined>,
  ) =>
  async (assetId: string, abortSignal: AbortSignal): Promise<AccountToken | undefined> => {
    const active = target.peek()
    const [, assetNamespace = ''] = /^[^/]+\/([^:]+):/.exec(assetId) ?? []
    const chain = sources
      .peek()
      .find((one) => one.namespace === active?.namespace && one.assetNamespace === assetNamespace && !one.isIndexer)
    if (!active?.network || !chain) return undefined
    const { account, network } = active
    const tokens = await chain.tokens({
      account,
      network,
      assetIds: [assetId],
      includeEmpty: true,
      signal: abortSignal,
    })
    const token = tokens.find((one) => one.assetId === assetId)
    return token && accepts.peek()?.(token, active) ? token : undefined
  }

/** CAIP-19 id of the token at an address of the active network; `undefined` if the address is invalid. */
async function assetIdOf(
  address: string,
  active: WalletConnection | null,
  sources: readonly TokenSource[],
): Promise<string | undefined> {
  const chain = sources.find(({ namespace, isIndexer }) => namespace === active?.namespace && !isIndexer)
  if (!active || !chain) return undefined
  const parsed = chain.parseTokenAddress
    ? chain.parseTokenAddress(address)
    : await active.adapter.parseAddress(address).catch(() => undefined)
  return parsed ? `${active.caipNetworkId}/${chain.assetNamespace}:${parsed}` : undefined
}

/**
 * Tokens of the active account, including the native coin. `accepts` filters them; while it is `undefined`, the list is empty. `network`: another
 * network of the same namespace, such as the network on which tokens are received; default: the active network. The plugin must list the capability
 * `balances` as optional.
 */
export function createAccountTokens(
  ctx: Context,
  accepts: ReadonlySignal<TokenFilter | undefined>,
  network?: ReadonlySignal<Network | undefined>,
): AccountTokens {
  const holdingsReader = ctx.maybe(balances)
  const sources = ctx.all(tokenSources)
  const coinBalances = signal<Readonly<Record<string, bigint>>>({})

  const target = targetOf(ctx, network)
  const tokensOn = (caipNetworkId: string): readonly TokenBalance[] => {
    const { tokens = [], otherNetworks = {} } = holdingsReader?.holdings.value ?? {}
    return [...tokens, ...(otherNetworks[caipNetworkId] ?? [])].filter((one) => one.caipNetworkId === caipNetworkId)
  }
  const all = computed((): readonly AccountToken[] => {
    const active = target.value
    if (!active) return []
    const tokens = tokensOn(active.caipNetworkId)
    const coin = coinOf(active, coinBalances.value[keyOf(active)])
    const listed = coin && !tokens.some(({ assetId }) => assetId === coin.assetId) ? [coin, ...tokens] : tokens
    return listed.filter((token) => accepts.value?.(token, active))
  })
  const readCoin = async (): Promise<void> => {
    const active = target.peek()
    if (!active?.network) return
    try {
      const amount = await active.adapter.balance(ctx.abortSignal, active.network)
      coinBalances.value = { ...coinBalances.peek(), [keyOf(active)]: amount }
    } catch (error) {
      // keeps the previous balance: if it is outdated, the chain rejects a transaction that exceeds the real balance
      ctx.log.info('the balance could not be read', error)
    }
  }
  const readFromChain = createTokenReader(target, sources, accepts)
  const findById = async (assetId: string, abortSignal: AbortSignal): Promise<AccountToken | undefined> =>
    all.peek().find((one) => one.assetId === assetId) ?? (await readFromChain(assetId, abortSignal))
  return {
    all,
    async refresh(force = false) {
      await holdingsReader?.refresh({ force, network: network?.peek() })
      const current = target.peek()?.network
      const isCoinInHoldings =
        current && tokensOn(current.caipNetworkId).some(({ assetId }) => assetId === coinAssetId(current))
      if (!isCoinInHoldings) await readCoin()
    },
    async find(assetId, abortSignal) {
      const token = await findById(assetId, abortSignal)
      return (
        token ??
        fail('INVALID_ARGUMENT', `The token ${assetId} does not exist on this network, or cannot be used here.`)
      )
    },
    async findByAddress(address, abortSignal) {
      const assetId = await assetIdOf(address, target.peek(), sources.peek())
      return assetId === undefined ? undefined : findById(assetId, abortSignal)
    },
  }
}
