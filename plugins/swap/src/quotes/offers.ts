import type { SwapCall, SwapOffer, SwapRequest, SwapSource } from '../contract.js'

const BASIS_POINTS = 10_000n

/** Offer of a source, with default values added. */
export interface Offer {
  readonly source: SwapSource
  /** In base units of the received token, net of the provider's fee. */
  readonly amount: bigint
  /** In base units of the received token. */
  readonly minimum: bigint
  /** The provider's fee as a part of the amount paid, in basis points. */
  readonly feeBps: number
  /** Estimated time until the tokens arrive on another network, in seconds. */
  readonly estimatedSeconds: number | undefined
  /** See {@link SwapOffer.isContractAccount}. */
  readonly isContractAccount: boolean
  readonly call: SwapCall | undefined
}

/** Minimum output: the amount less slippage, rounded down. */
export const minimumOf = (amount: bigint, slippageBps: number): bigint =>
  (amount * (BASIS_POINTS - BigInt(slippageBps))) / BASIS_POINTS

type Networks = Pick<SwapRequest, 'network' | 'receiveNetwork'>

/** Whether tokens are paid and received on different networks. */
export const isBridge = ({ network, receiveNetwork }: Networks): boolean =>
  network.caipNetworkId !== receiveNetwork.caipNetworkId

/** Sources that can quote a swap. For a swap between two networks, only sources that bridge between them. */
export const sourcesFor = (sources: readonly SwapSource[], networks: Networks): readonly SwapSource[] =>
  isBridge(networks)
    ? sources.filter((one) => one.bridgeOutcome && one.bridges?.(networks.network, networks.receiveNetwork))
    : sources

interface SourceReply {
  readonly source: SwapSource
  readonly offer: SwapOffer | undefined
}

/** Time that the other sources have to reply after the first offer. */
export const LATE_AFTER_MS = 4_000

/** Requests quotes from all sources at once. Sources without a reply {@link LATE_AFTER_MS} after the first offer count as failed. */
export async function requestQuotes(
  sources: readonly SwapSource[],
  request: SwapRequest,
  abortSignal: AbortSignal,
): Promise<readonly PromiseSettledResult<SourceReply>[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let rejectLate: (error: Error) => void = () => undefined
  const late = new Promise<never>((_, reject) => {
    rejectLate = reject
  })
  late.catch(() => undefined) // avoids an unhandled rejection; the races below still receive the error
  const requestQuote = async (source: SwapSource): Promise<SourceReply> => {
    const offer = await source.quote(request, abortSignal)
    if (offer) timer ??= setTimeout(() => rejectLate(new Error('This source did not reply in time.')), LATE_AFTER_MS)
    return { source, offer }
  }
  try {
    return await Promise.allSettled(sources.map((source) => Promise.race([requestQuote(source), late])))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sorts the valid offers, highest amount first. Offers with equal amounts keep the order in which their sources were added. Ignores an offer whose
 * minimum is below the slippage limit or above its amount, or whose fee is not an integer from 0 to 10000 basis points.
 */
export function rankOffers({ slippageBps }: SwapRequest, answers: readonly SourceReply[]): readonly Offer[] {
  const offers = answers.flatMap(({ source, offer }): readonly Offer[] => {
    if (!offer || offer.amount <= 0n) return []
    const { amount, call, feeBps = source.feeBps, estimatedSeconds, isContractAccount = false } = offer
    const { minimum = minimumOf(amount, slippageBps) } = offer
    if (!Number.isInteger(feeBps) || feeBps < 0 || feeBps > BASIS_POINTS) return []
    // tolerates one basis point, because sources round differently
    if (minimum < minimumOf(amount, slippageBps + 1) || minimum > amount) return []
    const frozenCall = call && Object.freeze({ ...call })
    return [Object.freeze({ source, amount, minimum, feeBps, estimatedSeconds, isContractAccount, call: frozenCall })]
  })
  return Object.freeze(offers.toSorted((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount)))
}
