import {
  type AssetToken,
  batch,
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
  /** Whether all sources have listed their tokens of the active network. */
  readonly isComplete: ReadonlySignal<boolean>
  /** Tokens that can be received, on the network of the receive list ({@link Destinations.current}). */
  readonly receivable: ReadonlySignal<readonly AccountToken[]>
  /** The active network's coin; `undefined` until a list contains it. */
  readonly coin: ReadonlySignal<AccountToken | undefined>
  isOnActiveNetwork(token: Pick<AssetToken, 'caipNetworkId'>): boolean
  /** Adds the account's balance and the chain's decimals to a token; `amount` is `undefined` until the balance has been read. */
  withBalance(token: AssetToken | null): AccountToken | null
  /**
   * Sets the network of the selected token to receive. If it is not the active network, reads the account's balances there. Call this function
   * inside an effect, so that it runs again when the active network changes.
   */
  receiveOn(network: Network | undefined): void
  /** Token at an address, on the active network (`pay`) or on the network of the receive list (`receive`); `undefined` if there is none. */
  findByAddress(side: 'pay' | 'receive', address: string, signal: AbortSignal): Promise<AccountToken | undefined>
  /** Reads the balance and the decimals of a token that the account's list lacks, on the active network or on the network of `receiveOn`. */
  readBalance(token: AssetToken): Promise<void>
  /** Deletes the balances that `readBalance` has read. Reads the account's balances and failed token lists again. `force` ignores cached replies. */
  refresh(force: boolean): void
}

const coinIn = (tokens: readonly AccountToken[], network: Network | undefined): AccountToken | undefined =>
  network && tokens.find(({ assetId }) => assetId === coinAssetId(network))

/** Reads a token from the chain. `undefined` if `tokens` already lists it, or if it could not be read. */
async function readUnlisted(
  ctx: Context,
  tokens: ReturnType<typeof createAccountTokens>,
  { assetId }: AssetToken,
): Promise<AccountToken | undefined> {
  if (tokens.all.peek().some((one) => one.assetId === assetId)) return undefined
  try {
    return await tokens.find(assetId, ctx.abortSignal)
  } catch (error) {
    ctx.log.info('the token could not be read', error)
    return undefined
  }
}

/** Tokens outside the account's list, as read from the chain. */
interface UnlistedTokens {
  /** Adds the balance and the decimals that have been read. These decimals replace those of a source's list, which may be wrong. */
  complete(token: AssetToken & Pick<AccountToken, 'scaledAmount'>): AccountToken
  /** `isCurrent`: whether the balance is that of the active account. Otherwise, adds only the decimals. */
  add(token: AccountToken, isCurrent: boolean): void
  /** Keeps the decimals, which do not change. The scaled amount of a scaled token becomes `unknown` until the token is read again. */
  clearBalances(): void
}

type Balance = Pick<AccountToken, 'amount' | 'scaledAmount'>

function createUnlistedTokens(): UnlistedTokens {
  /** By asset id. */
  const balances = signal<ReadonlyMap<string, Balance>>(new Map())
  const decimalsById = signal<ReadonlyMap<string, number>>(new Map())
  return {
    complete({ scaledAmount, ...token }) {
      // ignores the token's own balance: it may be that of an account that was active earlier
      const unread: Balance = { amount: undefined, ...(scaledAmount !== undefined && { scaledAmount: 'unknown' }) }
      const decimals = decimalsById.value.get(token.assetId) ?? token.decimals
      return { ...token, decimals, ...(balances.value.get(token.assetId) ?? unread) }
    },
    add({ assetId, decimals, amount, scaledAmount }, isCurrent) {
      const balance: Balance = { amount, ...(scaledAmount !== undefined && { scaledAmount }) }
      batch(() => {
        decimalsById.value = new Map(decimalsById.peek()).set(assetId, decimals)
        if (amount !== undefined && isCurrent) balances.value = new Map(balances.peek()).set(assetId, balance)
      })
    },
    clearBalances() {
      const scaled = [...balances.peek()].filter(([, { scaledAmount }]) => scaledAmount !== undefined)
      balances.value = new Map(scaled.map(([id]) => [id, { amount: undefined, scaledAmount: 'unknown' }]))
    },
  }
}

export function createSwapTokens(
  ctx: Context,
  context: ReadonlySignal<SwapContext | null>,
  destinations: Destinations,
): SwapTokens {
  const accepts = signal(({ caipNetworkId }: AssetToken) => isFamily(caipNetworkId.split(':')[0]))
  const accountTokens = createAccountTokens(ctx, accepts)
  const list = createTokenList(ctx, accountTokens, context)
  const receiveListTokens = createAccountTokens(ctx, accepts, destinations.current)
  const receiveList = createReceiveList(ctx, list, { context, destinations, own: receiveListTokens })
  const receiveNetwork = signal<Network | undefined>(undefined)
  const receiveTokens = createAccountTokens(ctx, accepts, receiveNetwork)
  const unlisted = createUnlistedTokens()
  const knownLists = [accountTokens.all, receiveTokens.all, list.all, receiveList.all]
  const knownTokens = computed(() => knownLists.flatMap((tokens) => tokens.value))
  const isOnActiveNetwork: SwapTokens['isOnActiveNetwork'] = (token) =>
    token.caipNetworkId === context.value?.network.caipNetworkId
  const refreshReceiveTokens = (force: boolean): void => {
    const to = receiveNetwork.peek()
    if (to && !isOnActiveNetwork(to)) void receiveTokens.refresh(force)
  }
  ctx.effect(() => {
    unlisted.clearBalances()
    list.read(context.value)
  })
  return {
    payable: list.all,
    isComplete: list.isComplete,
    receivable: receiveList.all,
    coin: computed(() => coinIn(knownTokens.value, context.value?.network)),
    isOnActiveNetwork,
    withBalance(token) {
      if (!token) return null
      const listed = knownTokens.value.find(({ assetId }) => assetId === token.assetId)
      return listed?.amount === undefined ? unlisted.complete(listed ?? token) : listed
    },
    receiveOn(network) {
      receiveNetwork.value = network
      refreshReceiveTokens(false)
    },
    findByAddress: (side, address, abortSignal) =>
      (side === 'pay' ? accountTokens : receiveListTokens).findByAddress(address, abortSignal),
    async readBalance(token) {
      const key = context.peek()?.key
      const unlistedToken = await readUnlisted(ctx, isOnActiveNetwork(token) ? accountTokens : receiveTokens, token)
      if (unlistedToken) unlisted.add(unlistedToken, context.peek()?.key === key) // another account may be active now
    },
    refresh(force) {
      unlisted.clearBalances()
      list.retry(context.peek())
      receiveList.retry()
      void accountTokens.refresh(force)
      refreshReceiveTokens(force)
    },
  }
}
