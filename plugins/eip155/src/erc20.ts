import type { Context, TokenSource } from '@wallet-modal/kernel'
import { readText, readUint } from './abi.js'
import { parseEvmAddress } from './address.js'
import { type CallContract, createCall } from './contract-calls.js'

type Held = Awaited<ReturnType<TokenSource['tokens']>>[number]

/** More than that is no token that anybody can write the amount of. */
const MAX_DECIMALS = 36n

/** The contract's address; `undefined` for ids of other networks and standards. */
function contractOf(assetId: string, caipNetworkId: string): string | undefined {
  const start = `${caipNetworkId}/erc20:`
  try {
    return assetId.startsWith(start) ? parseEvmAddress(assetId.slice(start.length)) : undefined
  } catch {
    return undefined // a typo in the site's list hides that one token
  }
}

/** `undefined` where nothing is held, and for a contract that does not answer as a token does. */
async function readToken(call: CallContract, address: string, holder: string): Promise<Held | undefined> {
  const [held, decimals, name, symbol] = await Promise.all([
    call(address, 'balanceOf(address)', holder),
    call(address, 'decimals()'),
    call(address, 'name()'),
    call(address, 'symbol()'),
  ])
  const amount = held === null ? undefined : readUint(held)
  const places = decimals === null ? undefined : readUint(decimals)
  if (!amount || places === undefined || places > MAX_DECIMALS) return undefined
  const text = (answer: string | null): string => (answer === null ? '' : (readText(answer) ?? ''))
  return {
    assetId: '',
    caipNetworkId: '',
    address,
    name: text(name),
    symbol: text(symbol),
    decimals: Number(places),
    amount,
  }
}

/** ERC-20 tokens among those that are known: a chain does not tell which contracts hold something for an account. */
export async function readErc20(ctx: Context, request: Parameters<TokenSource['tokens']>[0]): Promise<readonly Held[]> {
  const { caipNetworkId } = request.network
  const call = createCall(ctx, caipNetworkId, request.signal)
  const addresses = new Set(request.known.flatMap((id) => contractOf(id, caipNetworkId) ?? []))
  const read = await Promise.all([...addresses].map((address) => readToken(call, address, request.account.address)))
  return read.flatMap((token) =>
    token ? [{ ...token, assetId: `${caipNetworkId}/erc20:${token.address}`, caipNetworkId }] : [],
  )
}
