import * as v from 'valibot'
import type { RpcSource } from '../rpc.js'

/** Maximum number of tokens in a batch. */
const MAX_TOKENS = 50
/** `balanceOf(address)` (ERC-20). */
const BALANCE_OF = '0x70a08231'
/** JSON-RPC id of the call for the native coin. The id of each other call is the token's address. */
const COIN = 'coin'

const repliesSchema = v.array(
  v.looseObject({ id: v.union([v.string(), v.number(), v.null_()]), result: v.optional(v.unknown()) }),
)
const amountSchema = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)

/** Balances from a node, in base units. */
export interface EvmAmounts {
  /** Balance of the native coin. Absent if the node returned no amount. */
  readonly coin?: bigint
  /** Balance by token address, written as in the request. Tokens for which the node returned no amount are absent. */
  readonly tokens: ReadonlyMap<string, bigint>
}

/** Reads the balances of the native coin and of the first {@link MAX_TOKENS} tokens of an account from the chain, in one batch. */
export async function readEvmAmounts(
  rpc: RpcSource,
  caipNetworkId: string,
  { address, tokens }: { readonly address: string; readonly tokens: readonly string[] },
): Promise<EvmAmounts> {
  const requestedTokens = tokens.slice(0, MAX_TOKENS)
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = (id: string, method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id, method, params })
  const batch = [
    call(COIN, 'eth_getBalance', [address, 'latest']),
    ...requestedTokens.map((to) => call(to, 'eth_call', [{ to, data }, 'latest'])),
  ]
  const text = await rpc.request(caipNetworkId, JSON.stringify(batch), AbortSignal.timeout(10_000))
  const amounts = new Map(
    v.parse(repliesSchema, JSON.parse(text)).flatMap(({ id, result }) => {
      const amount = v.safeParse(amountSchema, result)
      return amount.success ? [[String(id), amount.output] as const] : []
    }),
  )
  const coin = amounts.get(COIN)
  amounts.delete(COIN)
  return { tokens: amounts, ...(coin !== undefined && { coin }) }
}
