import { getAddress, isAddress } from 'viem'
import type { AccountBalance, BalanceSource } from '../balances.js'
import type { HistoryPage, HistorySource } from '../history.js'
import { invalid } from '../http.js'
import { loadOptional } from '../optional-package.js'
import type { FungiblePriceSource } from '../prices.js'
import type { RpcSource } from '../rpc.js'
import { type EvmAmounts, readEvmAmounts } from './evm-amounts.js'
import { createSourceService, type SourceOptions } from './service.js'

/** Requests per second that a public instance allows for one IP address. */
const PER_SECOND = 8

/** Native coin of a chain. */
export interface Coin {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface BlockscoutOptions extends SourceOptions {
  /** Base URLs of Blockscout instances by CAIP-2 id. They override or extend the public instances. */
  readonly hosts?: Readonly<Record<string, string>>
  /** Native coins by CAIP-2 id. They override or extend those of `viem/chains`. Chains without a known native coin are not served. */
  readonly coins?: Readonly<Record<string, Coin>>
  /** Nodes whose balances take precedence over Blockscout's. Native coins are read from nodes only. */
  readonly rpc?: RpcSource
  /** Prices that take precedence over Blockscout's. */
  readonly prices?: FungiblePriceSource
  /** Whether the gateway's own catalogue serves pictures of native coins. */
  readonly hasPictures?: boolean
}

/** Tokens and past transactions of EVM networks from Blockscout instances, for the routes `balance` and `history`. */
export async function blockscoutSources(
  options: BlockscoutOptions = {},
): Promise<{ readonly balances: BalanceSource; readonly history: HistorySource }> {
  const blockscout = await loadOptional(
    '@wallet-modal/blockscout',
    'The source "blockscout"',
    () => import('@wallet-modal/blockscout/source'),
  )
  const coins = await loadCoins(options.coins)
  const urls = new Map(Object.entries(blockscout.instances).map(([id, url]) => [`eip155:${id}`, url]))
  for (const [id, url] of Object.entries(options.hosts ?? {})) urls.set(id, url)
  const services = new Map(
    [...urls].flatMap(([id, url]) =>
      coins.has(id) ? [[id, createSourceService({ ...options, url, perSecond: PER_SECOND })] as const] : [],
    ),
  )
  const chains = (): readonly string[] => [...services.keys()]
  const toAccountQuery = (text: string, caipNetworkId: string | undefined) => {
    if (caipNetworkId === undefined) throw invalid('Set one chain by its CAIP-2 id: ?chainId=eip155:1')
    const [service, coin] = [services.get(caipNetworkId), coins.get(caipNetworkId)]
    if (!service || !coin) throw invalid(`The gateway does not support accounts of "${caipNetworkId}".`)
    const address = parseAddress(text)
    if (address === undefined) throw invalid('The account is not an address of an EVM network.')
    const reference = caipNetworkId.slice('eip155:'.length)
    return { service, caipNetworkId, accountQuery: { address, reference, coin, parseAddress } }
  }
  return {
    balances: {
      chains,
      async balances({ address, caipNetworkId: chain, origin }) {
        const { service, accountQuery, caipNetworkId } = toAccountQuery(address, chain)
        const signal = AbortSignal.timeout(30_000)
        const accountTokens = await blockscout.readAccountTokens(service, accountQuery, signal)
        const tokens = accountTokens.map(toBalance)
        const amounts = await readAmounts(options, { caipNetworkId, address: accountQuery.address, tokens })
        const iconUrl = options.hasPictures ? `${origin}/public/getAssetImage/${caipNetworkId}` : undefined
        const coin: readonly AccountBalance[] =
          amounts.coin === undefined
            ? [] // pages then read the balance of the native coin from the chain
            : [{ ...accountQuery.coin, caipNetworkId, amount: amounts.coin, ...(iconUrl !== undefined && { iconUrl }) }]
        return withPrices(options, [...coin, ...tokens.map((token) => withAmount(token, amounts))], origin)
      },
    },
    history: {
      chains,
      async page({ address, caipNetworkId: chain, cursor }) {
        const { service, accountQuery } = toAccountQuery(address, chain)
        const request = { ...accountQuery, ...(cursor !== undefined && { cursor }) }
        if (cursor !== undefined && !isCursor(cursor))
          throw invalid('The cursor is invalid: use "next" of the previous page.')
        return toPage(await blockscout.readAccountPage(service, request, AbortSignal.timeout(30_000)))
      },
    },
  }
}

const parseAddress = (text: string): string | undefined =>
  isAddress(text, { strict: false }) ? getAddress(text) : undefined

function isCursor(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

async function loadCoins(own: Readonly<Record<string, Coin>> = {}): Promise<ReadonlyMap<string, Coin>> {
  const chains = await import('viem/chains')
  const knownCoins = Object.values(chains).flatMap((chain) =>
    typeof chain === 'object' && 'nativeCurrency' in chain
      ? [[`eip155:${chain.id}`, chain.nativeCurrency] as const]
      : [],
  )
  return new Map([...knownCoins, ...Object.entries(own)])
}

interface TokensOfAccount {
  readonly caipNetworkId: string
  readonly address: string
  readonly tokens: readonly AccountBalance[]
}

/** Reads balances from a node. Resolves without balances if the gateway has no node of the chain, or the node fails. */
async function readAmounts({ rpc, onFault }: BlockscoutOptions, heldTokens: TokensOfAccount): Promise<EvmAmounts> {
  const { caipNetworkId, address, tokens } = heldTokens
  if (!rpc?.chains().includes(caipNetworkId)) return { tokens: new Map() }
  const contracts = tokens.flatMap((token) => (token.isSpam || token.address === undefined ? [] : [token.address]))
  try {
    return await readEvmAmounts(rpc, caipNetworkId, { address, tokens: contracts })
  } catch (error) {
    onFault?.(error)
    return { tokens: new Map() }
  }
}

function withAmount(token: AccountBalance, { tokens }: EvmAmounts): AccountBalance {
  const amount = token.address === undefined ? undefined : tokens.get(token.address)
  return amount === undefined ? token : { ...token, amount }
}

/** Adds prices to balances. If the prices cannot be read, reports the failure to `onFault` and returns the balances unchanged. */
async function withPrices(
  { prices, onFault }: BlockscoutOptions,
  heldTokens: readonly AccountBalance[],
  origin: string,
): Promise<readonly AccountBalance[]> {
  if (!prices || heldTokens.length === 0) return heldTokens
  const assets = heldTokens.map(({ caipNetworkId, address }) => ({
    caipNetworkId,
    ...(address !== undefined && { address }),
  }))
  try {
    const fungibles = await prices.prices(assets, origin)
    return heldTokens.map((token, at) => {
      const priceUsd = fungibles[at]?.priceUsd
      return priceUsd === undefined ? token : { ...token, priceUsd }
    })
  } catch (error) {
    onFault?.(error)
    return heldTokens
  }
}

type AccountToken = Awaited<ReturnType<typeof import('@wallet-modal/blockscout/source')['readAccountTokens']>>[number]

const toBalance = ({ address, isReported, iconUrl, priceUsd, ...rest }: AccountToken): AccountBalance => ({
  ...{ caipNetworkId: rest.caipNetworkId, name: rest.name, symbol: rest.symbol },
  ...{ decimals: rest.decimals, amount: rest.amount, isSpam: isReported === true },
  ...(address !== undefined && { address }),
  ...(iconUrl !== undefined && { iconUrl }),
  ...(priceUsd !== undefined && { priceUsd }),
})

type AccountPage = Awaited<ReturnType<typeof import('@wallet-modal/blockscout/source')['readAccountPage']>>

const toPage = ({ entries, next }: AccountPage): HistoryPage => ({
  transactions: entries.map(({ id, hash = id, caipNetworkId, type, status, at, from, to, transfers }) => ({
    ...{ id, hash, caipNetworkId, operation: type, transfers },
    status: status === 'confirmed' || status === 'failed' ? status : 'pending',
    ...(at !== undefined && { minedAt: at }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  })),
  ...(next !== undefined && { next }),
})
