import { type Address, getAddress, isAddress } from 'viem'
import { createIndexedChain, type IndexedChain, type Moved, transactionsOf } from './blockscout-chain.js'
import { type JsonServer, serveJson } from './json-server.js'

export interface BlockscoutPlan {
  /** URL of a node of the indexed chain. */
  readonly rpcUrl: string
  /** Items per page. Default: 50, like public instances. */
  readonly pageSize?: number
  /** Contracts marked as scam, in any letter case. */
  readonly scams?: readonly string[]
  /** Exchange rates in US dollars, by contract address in lower case. The key `coin` is the native coin. */
  readonly rates?: Readonly<Record<string, string>>
}

const addressOf = (hash: Address) => ({
  ...{ hash: getAddress(hash), is_contract: false, name: null, is_scam: false, reputation: 'ok', proxy_type: null },
  ...{ implementations: [], is_verified: false, ens_domain_name: null, metadata: null },
  ...{ private_tags: [], public_tags: [], watchlist_names: [] },
})

const timeOf = (seconds: bigint): string => new Date(Number(seconds) * 1000).toISOString().replace('Z', '000Z')

function createReplies(chain: IndexedChain, { scams = [], rates = {} }: BlockscoutPlan) {
  const isScam = (contract: string): boolean => scams.some((one) => one.toLowerCase() === contract.toLowerCase())
  const tokenOf = async (contract: Address, standard: Moved['standard']) => {
    const { name, symbol, decimals } = await chain.describe(contract)
    return {
      ...{ address_hash: getAddress(contract), type: standard, name, symbol },
      decimals: standard === 'ERC-20' && decimals !== null ? String(decimals) : null,
      ...{
        holders_count: '1',
        exchange_rate: rates[contract.toLowerCase()] ?? null,
        volume_24h: null,
        total_supply: '0',
      },
      ...{ icon_url: null, circulating_market_cap: null, reputation: isScam(contract) ? 'scam' : 'ok' },
    }
  }
  const heldOf = async (own: Address, standards: readonly string[]) => {
    const moves = (await chain.moves(own)).filter(({ standard }) => standards.includes(standard))
    const distinct = new Map(moves.map((one) => [`${one.contract}/${one.tokenId}`, one]))
    const all = await Promise.all(
      [...distinct.values()].map(async (one) => ({ moved: one, value: await chain.held(one, own) })),
    )
    return all.filter(({ value }) => value > 0n)
  }
  return {
    async tokens(own: Address) {
      const held = await heldOf(own, ['ERC-20'])
      return Promise.all(
        held.map(async ({ moved, value }) => ({
          token: await tokenOf(moved.contract, 'ERC-20'),
          ...{ token_id: null, token_instance: null, value: String(value) },
        })),
      )
    },
    async nft(own: Address) {
      const held = await heldOf(own, ['ERC-721', 'ERC-1155'])
      return Promise.all(
        held.map(async ({ moved, value }) => ({
          ...{ id: String(moved.tokenId), token_type: moved.standard, value: String(value) },
          metadata: await chain.metadata(moved),
          token: await tokenOf(moved.contract, moved.standard),
          ...{ owner: null, external_app_url: null, animation_url: null, image_url: null, is_unique: null },
          ...{ thumbnails: null, media_type: null, media_url: null },
        })),
      )
    },
    async 'token-transfers'(own: Address) {
      const moves = await chain.moves(own)
      const times = new Map<bigint, bigint>()
      for (const { log } of moves)
        if (!times.has(log.blockNumber))
          times.set(log.blockNumber, (await chain.client.getBlock({ blockNumber: log.blockNumber })).timestamp)
      const all = moves.map(async ({ standard, contract, from, to, tokenId, value, log }) => {
        const token = await tokenOf(contract, standard)
        const item = { token_id: String(tokenId), token_instance: null }
        return {
          ...{
            transaction_hash: log.transactionHash,
            from: addressOf(from),
            to: addressOf(to),
            token,
            token_type: standard,
          },
          total:
            standard === 'ERC-20'
              ? { value: String(value), decimals: token.decimals }
              : standard === 'ERC-721'
                ? item
                : { ...item, value: String(value), decimals: null },
          ...{ type: 'token_transfer', timestamp: timeOf(times.get(log.blockNumber) ?? 0n), method: null },
          ...{ block_hash: log.blockHash, block_number: Number(log.blockNumber), log_index: log.logIndex },
        }
      })
      return (await Promise.all(all)).toReversed()
    },
    async transactions(own: Address) {
      const latest = Number(await chain.client.getBlockNumber({ cacheTime: 0 }))
      return (await transactionsOf(chain, own)).map(({ block, transaction: one, receipt }) => {
        const isGood = receipt.status === 'success'
        return {
          ...{ hash: one.hash, result: isGood ? 'success' : 'Reverted', status: isGood ? 'ok' : 'error' },
          ...{ block_number: Number(block.number), timestamp: timeOf(block.timestamp), from: addressOf(one.from) },
          to: one.to && addressOf(one.to),
          created_contract: receipt.contractAddress ? addressOf(receipt.contractAddress) : null,
          ...{
            confirmations: latest - Number(block.number) + 1,
            confirmation_duration: [0, 1000],
            value: String(one.value),
          },
          fee: { type: 'actual', value: String(receipt.gasUsed * receipt.effectiveGasPrice) },
          ...{ gas_price: String(receipt.effectiveGasPrice), type: 2, gas_used: String(receipt.gasUsed) },
          ...{ gas_limit: String(one.gas), max_fee_per_gas: null, max_priority_fee_per_gas: null },
          ...{ base_fee_per_gas: String(block.baseFeePerGas ?? 0n), priority_fee: null, transaction_burnt_fee: null },
          ...{ nonce: one.nonce, position: one.transactionIndex, revert_reason: null, raw_input: one.input },
          ...{ decoded_input: null, token_transfers: null, token_transfers_overflow: null, actions: [] },
          ...{ exchange_rate: rates.coin ?? null, historic_exchange_rate: null, method: null, transaction_tag: null },
          transaction_types: one.value > 0n ? ['coin_transfer'] : ['contract_call'],
          ...{ has_error_in_internal_transactions: false, authorization_list: [], is_pending_update: false },
        }
      })
    },
  }
}

/** Query fields that the server accepts. It replies with 422 to requests with other fields. */
const known = new Set(['type', 'filter', 'items_count', 'block_number', 'index', 'at'])

/** Blockscout's API version 2 over a real chain. `sources.long.test.ts` checks its replies with Blockscout's OpenAPI document. */
export async function serveBlockscout(plan: BlockscoutPlan): Promise<JsonServer> {
  const { rpcUrl, pageSize = 50 } = plan
  const replies = createReplies(createIndexedChain(rpcUrl), plan)
  return serveJson(async ({ pathname, searchParams }) => {
    const [, own = '', list = ''] = /^\/api\/v2\/addresses\/([^/]+)\/([a-z-]+)$/.exec(pathname) ?? []
    if (!isAddress(own) || !Object.hasOwn(replies, list)) return undefined
    const unknown = [...searchParams.keys()].filter((name) => !known.has(name))
    if (unknown.length > 0)
      return { status: 422, json: { errors: [{ title: 'Invalid value', detail: `Unexpected field: ${unknown}` }] } }
    const all: readonly object[] = await replies[list as keyof typeof replies](own)
    const from = Number(searchParams.get('items_count') ?? 0)
    const items = all.slice(from, from + pageSize)
    const next = from + pageSize < all.length ? { items_count: from + pageSize, block_number: 0, index: 0 } : null
    return { json: { items, next_page_params: next } }
  })
}
