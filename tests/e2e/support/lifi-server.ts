import { type Address, getAddress, type Hex, isAddress, toHex, zeroAddress } from 'viem'
import { localContracts } from '../../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { recordsOf } from './balances-page.js'
import type { BridgeOffer, BridgePair } from './bridge-pair.js'
import { type Answer, type JsonServer, serveJson } from './json-server.js'
import type { SwapDiamond, TradeOffer } from './swap-diamond.js'

interface LifiToken {
  readonly address: string
  readonly chainId: number
  readonly symbol: string
  readonly decimals: number
  readonly name: string
  readonly priceUSD: string
}

export interface LifiServer extends JsonServer {
  /** While set, changes the transaction of each quote. */
  tamper: ((call: TradeOffer['call']) => Partial<TradeOffer['call']>) | undefined
}

const CHAIN_ID = 31337

async function listTokens(sandboxUrl: string, chainId: number): Promise<readonly LifiToken[]> {
  const records = await recordsOf(sandboxUrl, chainId)
  return records.flatMap(({ address, symbol, name, price, quantity }): readonly LifiToken[] => {
    const plain = address?.replace(`eip155:${chainId}:`, '') ?? zeroAddress
    if (!isAddress(plain, { strict: false })) return []
    const decimals = Number(quantity.decimals)
    return [{ address: getAddress(plain), chainId, symbol, name, decimals, priceUSD: String(price ?? 0) }]
  })
}

/** Bridge from the first chain of the sandbox to another one, as listed by `/v1/tools`. */
const across = (toChainId: number) => ({
  ...{ key: 'across', name: 'Sandbox bridge', logoURI: '' },
  supportedChains: [{ fromChainId: CHAIN_ID, toChainId }],
})

const refused = (status: number, code: number, message: string): Answer => ({ status, json: { message, code } })

/**
 * LI.FI's API version 1 over pools of the sandbox's chains: tokens, bridges, and quotes whose transactions call a deployed diamond contract. With `pair`, it
 * also quotes swaps to the other chain and reports their status.
 */
export async function serveLifi(sandboxUrl: string, diamond: SwapDiamond, pair?: BridgePair): Promise<LifiServer> {
  const changed: Pick<LifiServer, 'tamper'> = { tamper: undefined }
  const chainIds = [CHAIN_ID, ...(pair ? [pair.chainId] : [])]
  /** Tokens of a chain. For the second chain, adds its wrapped native coin, which the test account does not hold. */
  const tokensOn = async (chainId: number): Promise<readonly LifiToken[]> => {
    const tokens = await listTokens(sandboxUrl, chainId)
    const coin = tokens.find(({ address }) => address === zeroAddress)
    if (!coin || chainId !== pair?.chainId) return tokens
    const [address, symbol] = [getAddress(localContracts.wrapped), `W${coin.symbol}`]
    return [...tokens, { ...coin, address, symbol, name: `Wrapped ${coin.name}` }]
  }
  const findToken = async (chainId: number, address: string): Promise<LifiToken | undefined> =>
    chainIds.includes(chainId)
      ? (await tokensOn(chainId)).find((one) => one.address.toLowerCase() === address.toLowerCase())
      : undefined
  const quote = async (query: URLSearchParams): Promise<Answer> => {
    const read = (name: string): string => query.get(name) ?? ''
    const [fromToken, toToken] = await Promise.all([
      findToken(Number(read('fromChain')), read('fromToken')),
      findToken(Number(read('toChain')), read('toToken')),
    ])
    if (!fromToken || !toToken || !/^\d+$/.test(read('fromAmount')))
      return refused(400, 1011, 'Invalid token or amount')
    const [fromAddress, slippage] = [getAddress(read('fromAddress')), Number(read('slippage') || '0.005')]
    const amount = BigInt(read('fromAmount'))
    const sides = { from: fromToken.address as Address, to: toToken.address as Address }
    const offer =
      fromToken.chainId === toToken.chainId
        ? await diamond.offer({ ...sides, amount, receiver: fromAddress, slippage })
        : await pair?.offer({ ...sides, amount, account: fromAddress })
    if (!offer) return refused(404, 1002, 'No available quotes for the requested transfer')
    return { json: stepOf({ fromToken, toToken, fromAddress, slippage, amount, offer, tamper: changed.tamper }) }
  }
  const server = await serveJson(async ({ pathname, searchParams }) => {
    if (pathname === '/v1/quote') return quote(searchParams)
    if (pathname === '/v1/tokens') {
      const lists = await Promise.all(chainIds.map(async (id) => [id, await tokensOn(id)] as const))
      return { json: { tokens: Object.fromEntries(lists) } }
    }
    if (pathname === '/v1/tools') return { json: { exchanges: [], bridges: pair ? [across(pair.chainId)] : [] } }
    if (pathname === '/v1/status' && pair) return { json: await statusOf(pair, searchParams.get('txHash') as Hex) }
    return undefined
  })
  return Object.defineProperty(server, 'tamper', {
    get: () => changed.tamper,
    set: (next: LifiServer['tamper']) => {
      changed.tamper = next
    },
  }) as LifiServer
}

interface Quoted extends Pick<LifiServer, 'tamper'> {
  readonly fromToken: LifiToken
  readonly toToken: LifiToken
  readonly fromAddress: Address
  readonly slippage: number
  readonly amount: bigint
  readonly offer: TradeOffer | BridgeOffer
}

async function statusOf(pair: BridgePair, hash: Hex) {
  const state = await pair.stateOf(hash)
  if (state === 'unknown') return { status: 'NOT_FOUND' }
  const [tool, link] = ['across', { txLink: '' }]
  const sending = { txHash: hash, chainId: CHAIN_ID, ...link }
  const none = { chainId: pair.chainId }
  if (state === 'reverted')
    return { status: 'FAILED', substatus: 'UNKNOWN_FAILED_ERROR', tool, sending, receiving: none }
  if (state === 'locked')
    return { status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION', tool, sending, receiving: none }
  const chainId = state === 'paid' ? pair.chainId : CHAIN_ID
  const receiving = { txHash: pair.settlementOf(hash), chainId, ...link }
  return { status: 'DONE', substatus: state === 'paid' ? 'COMPLETED' : 'REFUNDED', tool, sending, receiving }
}

const usdOf = (amount: bigint, { decimals, priceUSD }: LifiToken): string =>
  ((Number(amount) / 10 ** decimals) * Number(priceUSD)).toFixed(4)

function stepOf({ fromToken, toToken, fromAddress, slippage, amount, offer, tamper }: Quoted) {
  const { to, data, value } = { ...offer.call, ...tamper?.(offer.call) }
  const isBridge = 'relayFee' in offer
  const tool = isBridge ? 'across' : 'sandbox'
  const toolDetails = { key: tool, name: isBridge ? 'Sandbox bridge' : 'Sandbox pools', logoURI: '' }
  const chains = { fromChainId: fromToken.chainId, toChainId: toToken.chainId }
  const action = {
    ...chains,
    fromToken,
    toToken,
    fromAmount: String(amount),
    slippage,
    fromAddress,
    toAddress: fromAddress,
  }
  const feeOf = (name: string, fee: bigint) => ({
    ...{ name, description: name, token: fromToken, included: true, amount: String(fee) },
    percentage: String(Number((fee * 10_000n) / amount) / 10_000),
    amountUSD: usdOf(fee, fromToken),
  })
  const feeCosts = [
    ...(offer.fee === 0n ? [] : [feeOf('LIFI Fixed Fee', offer.fee)]),
    ...(isBridge ? [feeOf('Relayer fee', offer.relayFee)] : []),
  ]
  const estimate = {
    ...{ tool, approvalAddress: offer.call.to, executionDuration: isBridge ? 4 : 0, feeCosts, gasCosts: [] },
    ...{ fromAmount: String(amount), toAmount: String(offer.amount), toAmountMin: String(offer.minimum) },
    ...{ fromAmountUSD: usdOf(amount, fromToken), toAmountUSD: usdOf(offer.amount, toToken) },
  }
  return {
    ...{ type: 'lifi', id: '5f3c5ac1-5f2a-4f3e-9d5b-0e0d1f1c2b3a:0', tool, toolDetails, action, estimate },
    includedSteps: [
      {
        ...{ id: '5f3c5ac1-5f2a-4f3e-9d5b-0e0d1f1c2b3b', type: isBridge ? 'cross' : 'swap' },
        ...{ tool, toolDetails, action, estimate },
      },
    ],
    transactionRequest: {
      ...{ to, data, value: toHex(value), from: fromAddress, chainId: CHAIN_ID },
      ...{ gasPrice: toHex(1_000_000_000n), gasLimit: toHex(800_000n) },
    },
  }
}
