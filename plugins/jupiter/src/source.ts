import { type AssetToken, type Context, WalletModalError } from '@wallet-modal/kernel'
import type { SwapRequest, SwapSource } from '@wallet-modal/swap/contract'
import { MAX_PRIORITY, WRAPPED_COIN } from './programs.js'
import { type JupiterQuote, quoteReply, swapReply, tokensReply } from './replies.js'

const TOKENS_FRESH_MS = 300_000

const mintOf = ({ address = WRAPPED_COIN }: AssetToken): string => address

/** Jupiter's API, version 1 of swaps and version 2 of tokens. Amounts are base units. */
export function createJupiter({ api }: Context): Pick<SwapSource, 'tokens' | 'quote' | 'build'> {
  const service = api.service('jupiter')
  const quotes = new WeakMap<SwapRequest, JupiterQuote>()
  const requestQuote = async (request: SwapRequest, signal: AbortSignal): Promise<JupiterQuote | undefined> => {
    const { pay, receive, amount, slippageBps } = request
    const quoteRequest = { inputMint: mintOf(pay), outputMint: mintOf(receive), amount: String(amount), slippageBps }
    // Jupiter treats the coin and its wrapped form as one token
    if (quoteRequest.inputMint === quoteRequest.outputMint) return undefined
    const jupiterQuote = await service.get('/swap/v1/quote', {
      // version 2 instructions can be decoded without knowing the exchanges on the route
      query: { ...quoteRequest, slippageBps: String(slippageBps), swapMode: 'ExactIn', instructionVersion: 'V2' },
      ...{ schema: quoteReply(quoteRequest), okStatuses: [400, 404], isAnonymous: true, signal },
    })
    if (jupiterQuote) quotes.set(request, jupiterQuote)
    return jupiterQuote
  }
  return {
    async quote(request, signal) {
      const jupiterQuote = await requestQuote(request, signal)
      return jupiterQuote && { amount: jupiterQuote.amount, minimum: jupiterQuote.minimum }
    },
    tokens: ({ caipNetworkId }, signal) =>
      service.get('/tokens/v2/tag', {
        ...{ query: { query: 'verified' }, schema: tokensReply(caipNetworkId) },
        ...{ isAnonymous: true, staleMs: TOKENS_FRESH_MS, signal },
      }),
    async build(request, signal) {
      const jupiterQuote = quotes.get(request) ?? (await requestQuote(request, signal))
      if (!jupiterQuote) throw new WalletModalError('REFUSED', 'Jupiter no longer has a route for this swap.')
      const { account, pay, receive } = request
      const body = {
        ...{ userPublicKey: account, quoteResponse: jupiterQuote.reply, dynamicComputeUnitLimit: true },
        wrapAndUnwrapSol: pay.address === undefined || receive.address === undefined,
        prioritizationFeeLamports: {
          priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: Number(MAX_PRIORITY) },
        },
      }
      return service.post('/swap/v1/swap', body, { schema: swapReply, okStatuses: [400], isText: true, signal })
    },
  }
}
