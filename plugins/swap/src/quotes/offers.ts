import type { SwapCall, SwapOffer, SwapRequest, SwapSource } from '../contract.js'

const BASIS_POINTS = 10_000n

/** Offer of one source, with what the source left out. */
export interface Offer {
  readonly source: SwapSource
  /** In base units of what is received, net of the provider's fee. */
  readonly amount: bigint
  readonly minimum: bigint
  readonly feeBps: number
  /** Estimated time until the tokens arrive on another network. */
  readonly estimatedSeconds: number | undefined
  readonly call: SwapCall | undefined
}

/** Least amount that may arrive, cut. */
export const minimumOf = (amount: bigint, slippageBps: number): bigint =>
  (amount * (BASIS_POINTS - BigInt(slippageBps))) / BASIS_POINTS

type Networks = Pick<SwapRequest, 'network' | 'receiveNetwork'>

/** Whether the token is received on another network than the transaction is sent on. */
export const isBridge = ({ network, receiveNetwork }: Networks): boolean =>
  network.caipNetworkId !== receiveNetwork.caipNetworkId

/** Sources of a swap between two networks, or on one. One that does not bridge is never asked for a token of another network. */
export const sourcesFor = (sources: readonly SwapSource[], networks: Networks): readonly SwapSource[] =>
  isBridge(networks)
    ? sources.filter((one) => one.bridgeOutcome && one.bridges?.(networks.network, networks.receiveNetwork))
    : sources

interface Answer {
  readonly source: SwapSource
  readonly offer: SwapOffer | undefined
}

/** How long other sources are waited for once one has made an offer. */
export const LATE_AFTER_MS = 4_000

/** Asks all sources at once. A source that is slow does not hold up the offer of another for long: it counts as failed. */
export async function askSources(
  sources: readonly SwapSource[],
  request: SwapRequest,
  stop: AbortSignal,
): Promise<readonly PromiseSettledResult<Answer>[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp: (error: Error) => void = () => undefined
  const late = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  late.catch(() => undefined) // each source that waits for it tells of it
  const ask = async (source: SwapSource): Promise<Answer> => {
    const offer = await source.quote(request, stop)
    if (offer) timer ??= setTimeout(() => giveUp(new Error('This source did not reply in time.')), LATE_AFTER_MS)
    return { source, offer }
  }
  try {
    return await Promise.allSettled(sources.map((source) => Promise.race([ask(source), late])))
  } finally {
    clearTimeout(timer)
  }
}

/** Offers that keep to the slippage, the highest amount first; of equal ones the source that was added first. */
export function rankOffers({ slippageBps }: SwapRequest, answers: readonly Answer[]): readonly Offer[] {
  const offers = answers.flatMap(({ source, offer }): readonly Offer[] => {
    if (!offer || offer.amount <= 0n) return []
    const { amount, call, feeBps = source.feeBps, estimatedSeconds } = offer
    const { minimum = minimumOf(amount, slippageBps) } = offer
    // sources round in their own ways
    if (minimum < minimumOf(amount, slippageBps + 1) || minimum > amount) return []
    return [
      Object.freeze({ source, amount, minimum, feeBps, estimatedSeconds, call: call && Object.freeze({ ...call }) }),
    ]
  })
  return Object.freeze(offers.toSorted((a, b) => Number(b.amount > a.amount) - Number(a.amount > b.amount)))
}
