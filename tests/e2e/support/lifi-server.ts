import { type Address, getAddress, isAddress, toHex, zeroAddress } from 'viem'
import { recordsOf } from './balances-page.js'
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
  /** Changes the transaction of the quotes that follow, until it is taken away. */
  tamper: ((call: TradeOffer['call']) => Partial<TradeOffer['call']>) | undefined
}

const CHAIN_ID = 31337

async function listTokens(sandboxUrl: string): Promise<readonly LifiToken[]> {
  const records = await recordsOf(sandboxUrl)
  return records.flatMap(({ address, symbol, name, price, quantity }): readonly LifiToken[] => {
    const plain = address?.replace(`eip155:${CHAIN_ID}:`, '') ?? zeroAddress
    if (!isAddress(plain, { strict: false })) return []
    const decimals = Number(quantity.decimals)
    return [{ address: getAddress(plain), chainId: CHAIN_ID, symbol, name, decimals, priceUSD: String(price ?? 0) }]
  })
}

const refused = (status: number, code: number, message: string): Answer => ({ status, json: { message, code } })

/** LI.FI's API, version 1, over pools of the sandbox's chain: quotes with calls of a diamond that is deployed there, tokens, chains and the status. */
export async function serveLifi(sandboxUrl: string, diamond: SwapDiamond): Promise<LifiServer> {
  const changed: Pick<LifiServer, 'tamper'> = { tamper: undefined }
  const quote = async (query: URLSearchParams): Promise<Answer> => {
    const read = (name: string): string => query.get(name) ?? ''
    const [fromToken, toToken] = await Promise.all(
      ['fromToken', 'toToken'].map(async (name) =>
        (await listTokens(sandboxUrl)).find((one) => one.address.toLowerCase() === read(name).toLowerCase()),
      ),
    )
    if (!fromToken || !toToken || !/^\d+$/.test(read('fromAmount')))
      return refused(400, 1011, 'Invalid token or amount')
    const [fromAddress, slippage] = [getAddress(read('fromAddress')), Number(read('slippage') || '0.005')]
    const amount = BigInt(read('fromAmount'))
    const sides = { from: fromToken.address as Address, to: toToken.address as Address }
    const offer = await diamond.offer({ ...sides, amount, receiver: fromAddress, slippage })
    if (!offer) return refused(404, 1002, 'No available quotes for the requested transfer')
    return { json: stepOf({ fromToken, toToken, fromAddress, slippage, amount, offer, tamper: changed.tamper }) }
  }
  const server = await serveJson(async ({ pathname, searchParams }) => {
    if (pathname === '/v1/quote') return quote(searchParams)
    if (pathname === '/v1/tokens') return { json: { tokens: { [CHAIN_ID]: await listTokens(sandboxUrl) } } }
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
  readonly offer: TradeOffer
}

const usdOf = (amount: bigint, { decimals, priceUSD }: LifiToken): string =>
  ((Number(amount) / 10 ** decimals) * Number(priceUSD)).toFixed(4)

function stepOf({ fromToken, toToken, fromAddress, slippage, amount, offer, tamper }: Quoted) {
  const { to, data, value } = { ...offer.call, ...tamper?.(offer.call) }
  const tool = 'sandbox'
  const toolDetails = { key: tool, name: 'Sandbox pools', logoURI: '' }
  const chains = { fromChainId: CHAIN_ID, toChainId: CHAIN_ID }
  const action = {
    ...chains,
    fromToken,
    toToken,
    fromAmount: String(amount),
    slippage,
    fromAddress,
    toAddress: fromAddress,
  }
  const feeCosts =
    offer.fee === 0n
      ? []
      : [
          {
            ...{ name: 'LIFI Fixed Fee', description: 'Fixed LIFI fee', token: fromToken, included: true },
            ...{ percentage: String(Number((offer.fee * 10_000n) / amount) / 10_000), amount: String(offer.fee) },
            amountUSD: usdOf(offer.fee, fromToken),
          },
        ]
  const estimate = {
    ...{ tool, approvalAddress: offer.call.to, executionDuration: 0, feeCosts, gasCosts: [] },
    ...{ fromAmount: String(amount), toAmount: String(offer.amount), toAmountMin: String(offer.minimum) },
    ...{ fromAmountUSD: usdOf(amount, fromToken), toAmountUSD: usdOf(offer.amount, toToken) },
  }
  return {
    ...{ type: 'lifi', id: '5f3c5ac1-5f2a-4f3e-9d5b-0e0d1f1c2b3a:0', tool, toolDetails, action, estimate },
    includedSteps: [{ id: '5f3c5ac1-5f2a-4f3e-9d5b-0e0d1f1c2b3b', type: 'swap', tool, toolDetails, action, estimate }],
    transactionRequest: {
      ...{ to, data, value: toHex(value), from: fromAddress, chainId: CHAIN_ID },
      ...{ gasPrice: toHex(1_000_000_000n), gasLimit: toHex(800_000n) },
    },
  }
}
