import { fail } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import { computed, type ReadonlySignal, signal } from '../../signals.js'
import type { ActiveConnection } from '../connections/connections.js'
import type { Network } from '../network.js'
import { balances } from '../slots.js'
import { type AssetToken, coinAssetId, type TokenBalance, type TokenSource } from './assets.js'
import { tokenSources } from './token-sources.js'

/** A token of the active account. */
export interface AccountToken extends AssetToken, Pick<TokenBalance, 'priceUsd' | 'spamFlags'> {
  /** In base units; `undefined` if unknown. */
  readonly amount: bigint | undefined
}

/** Whether the view that lists the tokens can use this one. */
export type TokenFilter = (token: AssetToken, connection: ActiveConnection) => boolean

export interface AccountTokens {
  /** The native coin first. */
  readonly all: ReadonlySignal<readonly AccountToken[]>
  /** Reads outdated balances; with `force`, all of them. */
  refresh(force?: boolean): Promise<void>
  /** Token by its CAIP-19 id. A token that is not in the account's list is read from the chain. Throws `INVALID_ARGUMENT`. */
  find(assetId: string, signal: AbortSignal): Promise<AccountToken>
  /** Token at an address in any format of the chain family, with a balance of 0 as well; `undefined` if there is none. Rejects if the chain cannot be read. */
  findByAddress(address: string, signal: AbortSignal): Promise<AccountToken | undefined>
}

const keyOf = ({ caipNetworkId, account }: ActiveConnection): string => `${caipNetworkId}:${account.address}`

function coinOf({ network, caipNetworkId }: ActiveConnection, amount: bigint | undefined): AccountToken | undefined {
  if (!network) return undefined
  const { name, symbol, decimals } = network.nativeCurrency
  const icon = network.imageUrl === undefined ? {} : { iconUrl: network.imageUrl }
  return { ...{ assetId: coinAssetId(network), caipNetworkId, name, symbol, decimals }, ...icon, amount }
}

/** Active connection; with `network`, its network is replaced. */
const targetOf = (ctx: Context, network: ReadonlySignal<Network | undefined> | undefined) =>
  computed((): ActiveConnection | null => {
    const [active, other] = [ctx.connections.active.value, network?.value]
    return active && other ? { ...active, network: other, caipNetworkId: other.caipNetworkId } : active
  })

/** Reads one token of the active account from the chain, with a balance of 0 as well. */
const createTokenReader =
  (
    target: ReadonlySignal<ActiveConnection | null>,
    sources: ReadonlySignal<readonly TokenSource[]>,
    accepts: ReadonlySignal<TokenFilter | undefined>,
  ) =>
  async (assetId: string, stop: AbortSignal): Promise<AccountToken | undefined> => {
    const active = target.peek()
    const [, kind = ''] = /^[^/]+\/([^:]+):/.exec(assetId) ?? []
    const chain = sources.peek().find((one) => one.namespace === active?.namespace && one.assetNamespace === kind)
    if (!active?.network || !chain) return undefined
    const { account, network } = active
    const found = await chain.tokens({ account, network, known: [assetId], includeEmpty: true, signal: stop })
    const token = found.find((one) => one.assetId === assetId)
    return token && accepts.peek()?.(token, active) ? token : undefined
  }

/**
 * Tokens of the active account, always including the native coin. `accepts` filters them; while it is `undefined`, the list is empty. `network`:
 * another network of the same namespace, such as the one on which tokens are received; default: the active one. The plugin must list the
 * capability `balances` as optional.
 */
export function createAccountTokens(
  ctx: Context,
  accepts: ReadonlySignal<TokenFilter | undefined>,
  network?: ReadonlySignal<Network | undefined>,
): AccountTokens {
  const source = ctx.maybe(balances)
  const sources = ctx.all(tokenSources)
  const coins = signal<Readonly<Record<string, bigint>>>({})

  const target = targetOf(ctx, network)
  const tokensOn = (caipNetworkId: string): readonly TokenBalance[] => {
    const { tokens = [], elsewhere = {} } = source?.holdings.value ?? {}
    return [...tokens, ...(elsewhere[caipNetworkId] ?? [])].filter((one) => one.caipNetworkId === caipNetworkId)
  }
  const all = computed((): readonly AccountToken[] => {
    const active = target.value
    if (!active) return []
    const tokens = tokensOn(active.caipNetworkId)
    const coin = coinOf(active, coins.value[keyOf(active)])
    const listed = coin && !tokens.some(({ assetId }) => assetId === coin.assetId) ? [coin, ...tokens] : tokens
    return listed.filter((token) => accepts.value?.(token, active))
  })
  const readCoin = async (): Promise<void> => {
    const active = target.peek()
    if (!active?.network) return
    try {
      const amount = await active.adapter.balance(ctx.abortSignal, active.network)
      coins.value = { ...coins.peek(), [keyOf(active)]: amount }
    } catch (error) {
      ctx.log.info('the balance could not be read', error) // the balance stays unknown, and the chain verifies each transaction
    }
  }
  const readFromChain = createTokenReader(target, sources, accepts)
  const findKnown = async (assetId: string, stop: AbortSignal): Promise<AccountToken | undefined> =>
    all.peek().find((one) => one.assetId === assetId) ?? (await readFromChain(assetId, stop))
  return {
    all,
    async refresh(force = false) {
      await source?.refresh({ force, network: network?.peek() })
      const now = target.peek()?.network
      const isListed = now && tokensOn(now.caipNetworkId).some(({ assetId }) => assetId === coinAssetId(now))
      if (!isListed) await readCoin()
    },
    async find(assetId, stop) {
      const found = await findKnown(assetId, stop)
      return found ?? fail('INVALID_ARGUMENT', `The token ${assetId} was not found on this network.`)
    },
    async findByAddress(address, stop) {
      const active = target.peek()
      const chain = sources.peek().find(({ namespace, isIndexer }) => namespace === active?.namespace && !isIndexer)
      if (!active || !chain) return undefined
      const { parseTokenAddress = (text: string) => active.adapter.parseAddress(text).catch(() => undefined) } = chain
      const parsed = await parseTokenAddress(address)
      return parsed ? findKnown(`${active.caipNetworkId}/${chain.assetNamespace}:${parsed}`, stop) : undefined
    },
  }
}
