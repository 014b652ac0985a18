import type { Context, TokenSource } from '@wallet-modal/kernel'
import { textOf } from '@wallet-modal/kernel/assets'
import { type Address, erc20Abi } from 'viem'
import { parseEvmAddress } from '../address.js'
import { type ContractReader, createContractReader } from '../contract-calls.js'

type HeldToken = Awaited<ReturnType<TokenSource['tokens']>>[number]

/** Maximum number of decimals. Tokens with more decimals are ignored, because their amounts could not be displayed. */
const MAX_DECIMALS = 36

/** Contract address in a CAIP-19 id; `undefined` for an id of another network or standard, and for an invalid address. */
function contractOf(assetId: string, caipNetworkId: string): Address | undefined {
  const start = `${caipNetworkId}/erc20:`
  try {
    return assetId.startsWith(start) ? parseEvmAddress(assetId.slice(start.length)) : undefined
  } catch {
    return undefined // a typo in the site's list hides only that token
  }
}

/**
 * Reads a token and its balance, with empty `assetId` and `caipNetworkId`. `undefined` if the contract is not a token or has more than
 * {@link MAX_DECIMALS} decimals, or if the balance is 0 and `includeEmpty` is false.
 */
async function readToken(
  { read, readText }: ContractReader,
  address: Address,
  holder: Address,
  includeEmpty: boolean,
): Promise<HeldToken | undefined> {
  const [amount, decimals, name, symbol] = await Promise.all([
    read({ abi: erc20Abi, address, functionName: 'balanceOf', args: [holder] }),
    read({ abi: erc20Abi, address, functionName: 'decimals' }),
    readText(address, 'name'),
    readText(address, 'symbol'),
  ])
  if (amount === undefined || (amount === 0n && !includeEmpty) || decimals === undefined || decimals > MAX_DECIMALS)
    return undefined
  return { assetId: '', caipNetworkId: '', address, name: textOf(name), symbol: textOf(symbol), decimals, amount }
}

/** ERC-20 balances. Reads only the tokens in `request.assetIds`, because nodes cannot list the tokens of an account. */
export async function readTokens(
  ctx: Context,
  request: Parameters<TokenSource['tokens']>[0],
): Promise<readonly HeldToken[]> {
  const { includeEmpty = false } = request
  const { caipNetworkId } = request.network
  const reader = createContractReader(ctx, caipNetworkId, request.signal)
  const holder = parseEvmAddress(request.account.address)
  const addresses = new Set(request.assetIds.flatMap((id) => contractOf(id, caipNetworkId) ?? []))
  const tokens = await Promise.all([...addresses].map((address) => readToken(reader, address, holder, includeEmpty)))
  return tokens.flatMap((token) =>
    token ? [{ ...token, assetId: `${caipNetworkId}/erc20:${token.address}`, caipNetworkId }] : [],
  )
}
