import {
  type AssetToken,
  type Context,
  computed,
  type Network,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { type AccountToken, createAccountTokens } from '@wallet-modal/kernel/transactions'
import type { Destinations } from '../bridges/destinations.js'
import type { SwapContext } from '../context.js'
import { isFamily } from '../families/names.js'
import { createReceiveList, createTokenList } from './token-list.js'

/** Tokens that can be swapped, with the account's balances. */
export interface SwapTokens {
  /** Tokens that can be paid, on the active network. */
  readonly payable: ReadonlySignal<readonly AccountToken[]>
  /** Tokens that can be received, on the chosen network. */
  readonly receivable: ReadonlySignal<readonly AccountToken[]>
  /** The active network's coin; `undefined` until a list has it. */
  readonly coin: ReadonlySignal<AccountToken | undefined>
  isOnActiveNetwork(token: Pick<AssetToken, 'caipNetworkId'>): boolean
  /** The token with the account's balance; `amount` is `undefined` until that was read. */
  withBalance(token: AssetToken | null): AccountToken | null
  /** Sets the network of the selected token to receive, and reads the account's balances there if it is another one. Call it inside an effect. */
  receiveOn(network: Network | undefined): void
  /** Token at an address on the active network, or for the receiving side on the chosen network; `undefined` if there is none. */
  findByAddress(side: 'pay' | 'receive', address: string, signal: AbortSignal): Promise<AccountToken | undefined>
  /** Reads the balance of a token that is not in the account's list, on the active network or on the one of `receiveOn`. */
  readBalance(token: AssetToken): Promise<void>
  /** Reads balances again, and the token list if that failed. `force` ignores cached replies. */
  refresh(force: boolean): void
}

const coinIn = (tokens: readonly AccountToken[], network: Network | undefined): AccountToken | undefined =>
  network && tokens.find(({ assetId }) => assetId === coinAssetId(network))

export function createSwapTokens(
  ctx: Context,
  context: ReadonlySignal<SwapContext | null>,
  destinations: Destinations,
): SwapTokens {
  const accepts = signal(({ caipNetworkId }: AssetToken) => isFamily(caipNetworkId.split(':')[0]))
  const own = createAccountTokens(ctx, accepts)
  const list = createTokenList(ctx, own, context)
  const ownThere = createAccountTokens(ctx, accepts, destinations.current)
  const receivable = createReceiveList(ctx, list, { context, destinations, own: ownThere })
  const receiveNetwork = signal<Network | undefined>(undefined)
  const received = createAccountTokens(ctx, accepts, receiveNetwork)
  /** Balances read one by one, by asset id, of tokens outside the account's list. Names come from the lists: not every chain has them. */
  const readAmounts = signal<ReadonlyMap<string, bigint>>(new Map())
  const known = computed(() => [...own.all.value, ...received.all.value, ...list.all.value, ...receivable.value])
  const isOnActiveNetwork: SwapTokens['isOnActiveNetwork'] = (token) =>
    token.caipNetworkId === context.value?.network.caipNetworkId
  const refreshReceived = (force: boolean): void => {
    const to = receiveNetwork.peek()
    if (to && !isOnActiveNetwork(to)) void received.refresh(force)
  }
  ctx.effect(() => {
    const now = context.value
    readAmounts.value = new Map()
    list.read(now)
  })
  return {
    payable: list.all,
    receivable,
    coin: computed(() => coinIn(known.value, context.value?.network)),
    isOnActiveNetwork,
    withBalance(token) {
      if (!token) return null
      const found = known.value.find(({ assetId }) => assetId === token.assetId) ?? { ...token, amount: undefined }
      return found.amount === undefined ? { ...found, amount: readAmounts.value.get(token.assetId) } : found
    },
    receiveOn(network) {
      receiveNetwork.value = network
      refreshReceived(false)
    },
    findByAddress: (side, address, stop) => (side === 'pay' ? own : ownThere).findByAddress(address, stop),
    async readBalance(token) {
      const tokens = isOnActiveNetwork(token) ? own : received
      if (tokens.all.peek().some(({ assetId }) => assetId === token.assetId)) return
      try {
        const { amount } = await tokens.find(token.assetId, ctx.abortSignal)
        if (amount !== undefined) readAmounts.value = new Map(readAmounts.peek()).set(token.assetId, amount)
      } catch (error) {
        ctx.log.info('the balance could not be read', error)
      }
    },
    refresh(force) {
      readAmounts.value = new Map()
      list.retry(context.peek())
      void own.refresh(force)
      refreshReceived(force)
    },
  }
}
