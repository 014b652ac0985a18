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
import {
  type AccountToken,
  type AmountEntry,
  createAccountTokens,
  createAmountEntry,
} from '@wallet-modal/kernel/transactions'
import { createDestinations, type Destinations } from './bridges/destinations.js'
import { createSwapContext, type SwapContext } from './context.js'
import { isFamily } from './families/names.js'
import { createNetworkCost, type NetworkCost } from './network-cost.js'
import { createQuotes, type QuoteSubject, type Quotes } from './quotes/quotes.js'
import { createSlippage, type Slippage } from './slippage.js'
import { createReceiveList, createTokenList } from './token-list.js'
import { createTokenPrices } from './token-prices.js'

export type Side = 'pay' | 'receive'

export type FormStatus =
  | 'selectToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'incorrectSlippage'
  | 'insufficientFunds'
  | 'noFee'
  | 'insufficientLiquidity'
  | 'checking'
  | 'failed'
  | 'complete'

export interface SwapForm {
  readonly context: ReadonlySignal<SwapContext | null>
  /** Tokens that can be paid, on the active network. */
  readonly tokens: ReadonlySignal<readonly AccountToken[]>
  /** Tokens that can be received, on the chosen network. */
  readonly receiveTokens: ReadonlySignal<readonly AccountToken[]>
  readonly destinations: Destinations
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly slippage: Slippage
  /** Estimated network fee, in base units of its coin. */
  readonly networkCost: ReadonlySignal<bigint | undefined>
  readonly quotes: Quotes
  readonly status: ReadonlySignal<FormStatus>
  choose(side: Side, token: AssetToken): void
  /** Swaps the two tokens. Does nothing if they are on different networks. */
  turn(): void
  type(text: string): void
  useMax(): void
  clear(): void
  refresh(force?: boolean): void
}

/** The token with the account's balance, even if that was read after the token was chosen. */
const withBalance = (token: AssetToken | null, known: readonly AccountToken[]): AccountToken | null =>
  token && (known.find(({ assetId }) => assetId === token.assetId) ?? { ...token, amount: undefined })

const networkOf = (token: AssetToken | null, networks: readonly Network[]): Network | undefined =>
  networks.find(({ caipNetworkId }) => caipNetworkId === token?.caipNetworkId)

interface StatusParts extends Pick<SwapForm, 'context' | 'pay' | 'receive' | 'amount' | 'slippage' | 'quotes'> {
  readonly max: ReadonlySignal<bigint | undefined>
  readonly coin: ReadonlySignal<AccountToken | undefined>
  readonly networkCost: NetworkCost
}

function createStatus(parts: StatusParts): ReadonlySignal<FormStatus> {
  const { context, pay, receive, amount, slippage, max, coin, networkCost, quotes } = parts
  return computed((): FormStatus => {
    const [from, to, { text, value }] = [pay.value, receive.value, amount.value]
    if (!from || !to) return 'selectToken'
    if (text === '') return 'addAmount'
    if (value === undefined) return 'incorrectValue'
    if (slippage.bps.value === undefined) return 'incorrectSlippage'
    if (max.value !== undefined && value > max.value) return 'insufficientFunds'
    const account = context.value?.connection.account
    const isSmart = account?.type === 'smartAccount' && !account.isDelegated // smart accounts may not pay their fee
    const [coins, cost] = [coin.value?.amount, networkCost.estimate.value?.cost]
    if (!isSmart && coins !== undefined && (coins === 0n || (cost !== undefined && coins <= cost))) return 'noFee'
    const { status: quoted } = quotes.state.value
    if (quoted === 'ready') return 'complete'
    return quoted === 'insufficientLiquidity' || quoted === 'failed' ? quoted : 'checking'
  })
}

interface SubjectParts extends Pick<SwapForm, 'context' | 'pay' | 'receive' | 'amount' | 'slippage'> {
  readonly receiveNetwork: ReadonlySignal<Network | undefined>
}

/** Request for a quote; `null` while the form is incomplete. */
function createSubject(parts: SubjectParts): ReadonlySignal<QuoteSubject | null> {
  const { context, pay, receive, receiveNetwork, amount, slippage } = parts
  return computed((): QuoteSubject | null => {
    const [now, from, to, value] = [context.value, pay.value, receive.value, amount.value.value]
    const [slippageBps, destination] = [slippage.bps.value, receiveNetwork.value]
    if (!now || !from || !to || !destination || value === undefined || slippageBps === undefined) return null
    const { network, connection } = now
    const account = connection.account.address
    const request = {
      network,
      receiveNetwork: destination,
      account,
      pay: from,
      receive: to,
      amount: value,
      slippageBps,
    }
    return { key: [now.key, from.assetId, to.assetId, value, slippageBps].join(' '), context: now, request }
  })
}

export function createSwapForm(ctx: Context): SwapForm {
  const context = createSwapContext(ctx)
  const networkCost = createNetworkCost(ctx)
  const own = createAccountTokens(
    ctx,
    signal(({ caipNetworkId }: AssetToken) => isFamily(caipNetworkId.split(':')[0])),
  )
  const list = createTokenList(ctx, own, context)
  const destinations = createDestinations(ctx, context)
  const receiveTokens = createReceiveList(ctx, list, { context, destinations })
  const chosen = { pay: signal<AssetToken | null>(null), receive: signal<AssetToken | null>(null) }
  const readTokens = signal<readonly AccountToken[]>([])
  const slippage = createSlippage(ctx)
  const known = computed(() => [...own.all.value, ...readTokens.value, ...list.all.value, ...receiveTokens.value])
  const onNetwork = (token: AssetToken | null): AssetToken | null =>
    token?.caipNetworkId === context.value?.network.caipNetworkId ? token : null
  const coin = computed(() => {
    const network = context.value?.network
    return network ? known.value.find(({ assetId }) => assetId === coinAssetId(network)) : undefined
  })
  const receiveNetwork = computed(() => networkOf(chosen.receive.value, destinations.all.value))
  const tokenPrices = createTokenPrices(ctx)
  const held = {
    pay: computed(() => withBalance(onNetwork(chosen.pay.value) ?? coin.value ?? null, known.value)),
    receive: computed(() => withBalance(receiveNetwork.value ? chosen.receive.value : null, known.value)),
  }
  const pay = computed(() => tokenPrices.withPrice(held.pay.value))
  const receive = computed(() => tokenPrices.withPrice(held.receive.value))
  const max = computed(() => {
    const { amount, address } = pay.value ?? {}
    if (amount === undefined || address !== undefined) return amount
    const { kept } = networkCost.estimate.value ?? {}
    return kept === undefined ? undefined : amount > kept ? amount - kept : 0n
  })
  const amount = createAmountEntry(pay, max)
  const subject = createSubject({ context, pay, receive, receiveNetwork, slippage, amount: amount.entry })
  const quotes = createQuotes(ctx, subject)
  const status = createStatus({ context, pay, receive, amount: amount.entry, slippage, max, coin, networkCost, quotes })
  /** Reads the account's balance of a token that is not in its list. */
  const readBalance = async (token: AssetToken): Promise<void> => {
    if (!onNetwork(token) || own.all.peek().some(({ assetId }) => assetId === token.assetId)) return
    try {
      const found = await own.find(token.assetId, ctx.abortSignal)
      const others = readTokens.peek().filter(({ assetId }) => assetId !== token.assetId)
      readTokens.value = [...others, found]
    } catch (error) {
      ctx.log.info('the balance could not be read', error)
    }
  }
  ctx.effect(() => {
    const now = context.value
    readTokens.value = []
    networkCost.read(now?.network)
    list.read(now)
  })
  ctx.effect(() => {
    void quotes.state.value // each new quote is compared with current prices
    tokenPrices.read([held.pay.value, held.receive.value], destinations.all.value)
  })
  return {
    ...{ context, pay, receive, slippage, quotes, status, tokens: list.all, receiveTokens, destinations },
    amount: amount.entry,
    networkCost: computed(() => networkCost.estimate.value?.cost),
    type: amount.type,
    useMax: amount.useMax,
    choose(side, token) {
      const other = side === 'pay' ? 'receive' : 'pay'
      const [before, opposite] = [
        side === 'pay' ? pay.peek() : receive.peek(),
        other === 'pay' ? pay.peek() : receive.peek(),
      ]
      batch(() => {
        if (side === 'pay' && token.assetId !== before?.assetId) amount.type('')
        chosen[side].value = token
        if (opposite?.assetId === token.assetId) chosen[other].value = before
      })
      void readBalance(token)
    },
    turn() {
      const [from, to] = [pay.peek(), receive.peek()]
      if (to && !onNetwork(to)) return
      batch(() => {
        chosen.pay.value = to
        chosen.receive.value = from
        amount.type('')
      })
      if (to) void readBalance(to)
    },
    clear() {
      batch(() => {
        chosen.pay.value = null
        chosen.receive.value = null
        amount.type('')
      })
    },
    refresh(force = false) {
      readTokens.value = []
      list.retry(context.peek())
      networkCost.retry(context.peek()?.network)
      void own.refresh(force)
    },
  }
}
