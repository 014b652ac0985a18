import {
  type AssetToken,
  batch,
  type Context,
  computed,
  type Network,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import type { Destinations } from '../bridges/destinations.js'
import type { SwapTokens } from './swap-tokens.js'
import { createTokenPrices } from './token-prices.js'

export type Side = 'pay' | 'receive'

/** The two selected tokens, with balance and price. */
export interface TokenPair {
  /** Token to pay. Default: the active network's coin. `null` if that coin is unknown, or is already the token to receive. */
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly receiveNetwork: ReadonlySignal<Network | undefined>
  /** Selects a token. If the other side has this token, the two sides exchange their tokens. */
  choose(side: Side, token: AssetToken): void
  /** Exchanges the two sides. */
  turn(): void
  clear(): void
  /** Reads the prices of tokens without a known price. Call it inside an effect, so that it runs again when a token changes. */
  readPrices(): void
}

const otherSide = { pay: 'receive', receive: 'pay' } as const

export function createTokenPair(ctx: Context, tokens: SwapTokens, destinations: Destinations): TokenPair {
  const chosenTokens = { pay: signal<AssetToken | null>(null), receive: signal<AssetToken | null>(null) }
  const prices = createTokenPrices(ctx)
  const receiveNetwork = computed(() =>
    destinations.all.value.find(({ caipNetworkId }) => caipNetworkId === chosenTokens.receive.value?.caipNetworkId),
  )
  ctx.effect(() => tokens.receiveOn(receiveNetwork.value))
  const defaultToken = computed(() => {
    const coin = tokens.coin.value ?? null
    return coin?.assetId === chosenTokens.receive.value?.assetId ? null : coin
  })
  const unpriced = {
    pay: computed(() => {
      const token = chosenTokens.pay.value
      return tokens.withBalance(token && tokens.isOnActiveNetwork(token) ? token : defaultToken.value)
    }),
    receive: computed(() => tokens.withBalance(receiveNetwork.value ? chosenTokens.receive.value : null)),
  }
  const pair = {
    pay: computed(() => prices.withPrice(unpriced.pay.value)),
    receive: computed(() => prices.withPrice(unpriced.receive.value)),
  }
  return {
    ...pair,
    receiveNetwork,
    choose(side, token) {
      const other = otherSide[side]
      const [previous, opposite] = [pair[side].peek(), pair[other].peek()]
      batch(() => {
        chosenTokens[side].value = token
        if (opposite?.assetId === token.assetId) chosenTokens[other].value = previous
      })
    },
    turn() {
      const [from, to] = [pair.pay.peek(), pair.receive.peek()]
      batch(() => {
        chosenTokens.pay.value = to
        chosenTokens.receive.value = from
      })
    },
    clear() {
      batch(() => {
        chosenTokens.pay.value = null
        chosenTokens.receive.value = null
      })
    },
    readPrices: () => prices.read([unpriced.pay.value, unpriced.receive.value], destinations.all.value),
  }
}
