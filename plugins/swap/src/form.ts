import { type AssetToken, batch, type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import {
  type AccountToken,
  type AmountEntry,
  createAccountTokens,
  createAmountEntry,
} from '@wallet-modal/kernel/transactions'
import { createSwapContext, type SwapContext } from './context.js'
import { isFamily } from './families/names.js'
import { createNetworkCost } from './network-cost.js'
import { createQuotes, type QuoteSubject, type Quotes } from './quotes.js'
import { createSlippage, type Slippage } from './slippage.js'
import { createTokenList } from './token-list.js'

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
  /** Tokens to choose from. */
  readonly tokens: ReadonlySignal<readonly AccountToken[]>
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly slippage: Slippage
  /** About what the network takes, in base units of its coin. */
  readonly networkCost: ReadonlySignal<bigint | undefined>
  readonly quotes: Quotes
  readonly status: ReadonlySignal<FormStatus>
  choose(side: Side, token: AssetToken): void
  /** Exchanges the two tokens. */
  turn(): void
  type(text: string): void
  useMax(): void
  clear(): void
  refresh(force?: boolean): void
}

/** The token with what the account holds of it, also where that was read after it was chosen. */
const withBalance = (token: AssetToken | null, known: readonly AccountToken[]): AccountToken | null =>
  token && (known.find(({ assetId }) => assetId === token.assetId) ?? { ...token, amount: undefined })

export function createSwapForm(ctx: Context): SwapForm {
  const context = createSwapContext(ctx)
  const networkCost = createNetworkCost(ctx)
  const own = createAccountTokens(
    ctx,
    signal(({ caipNetworkId }: AssetToken) => isFamily(caipNetworkId.split(':')[0])),
  )
  const list = createTokenList(ctx, own, context)
  const chosen = { pay: signal<AssetToken | null>(null), receive: signal<AssetToken | null>(null) }
  const readTokens = signal<readonly AccountToken[]>([])
  const slippage = createSlippage(ctx)
  const known = computed(() => [...own.all.value, ...readTokens.value, ...list.all.value])
  const onNetwork = (token: AssetToken | null): AssetToken | null =>
    token?.caipNetworkId === context.value?.network.caipNetworkId ? token : null
  const coin = computed(() => {
    const network = context.value?.network
    return network ? known.value.find(({ assetId }) => assetId === coinAssetId(network)) : undefined
  })
  const pay = computed(() => withBalance(onNetwork(chosen.pay.value) ?? coin.value ?? null, known.value))
  const receive = computed(() => withBalance(onNetwork(chosen.receive.value), known.value))
  const max = computed(() => {
    const { amount, address } = pay.value ?? {}
    if (amount === undefined || address !== undefined) return amount
    const { kept } = networkCost.estimate.value ?? {}
    return kept === undefined ? undefined : amount > kept ? amount - kept : 0n
  })
  const amount = createAmountEntry(pay, max)
  const subject = computed((): QuoteSubject | null => {
    const [now, from, to, value] = [context.value, pay.value, receive.value, amount.entry.value.value]
    const slippageBps = slippage.bps.value
    if (!now || !from || !to || value === undefined || slippageBps === undefined) return null
    const { network, connection } = now
    const account = connection.account.address
    const request = { network, account, pay: from, receive: to, amount: value, slippageBps }
    return { key: [now.key, from.assetId, to.assetId, value, slippageBps].join(' '), context: now, request }
  })
  const quotes = createQuotes(ctx, subject)
  const status = computed((): FormStatus => {
    const [from, to, { text, value }] = [pay.value, receive.value, amount.entry.value]
    if (!from || !to) return 'selectToken'
    if (text === '') return 'addAmount'
    if (value === undefined) return 'incorrectValue'
    if (slippage.bps.value === undefined) return 'incorrectSlippage'
    if (max.value !== undefined && value > max.value) return 'insufficientFunds'
    const account = context.value?.connection.account
    const isSmart = account?.type === 'smartAccount' && !account.isDelegated // those pay for themselves
    const [coins, cost] = [coin.value?.amount, networkCost.estimate.value?.cost]
    if (!isSmart && coins !== undefined && (coins === 0n || (cost !== undefined && coins <= cost))) return 'noFee'
    const { status: quoted } = quotes.state.value
    if (quoted === 'ready') return 'complete'
    return quoted === 'insufficientLiquidity' || quoted === 'failed' ? quoted : 'checking'
  })
  /** Reads what the account holds of a token that is not among its known ones. */
  const readBalance = async (token: AssetToken): Promise<void> => {
    if (own.all.peek().some(({ assetId }) => assetId === token.assetId)) return
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
  return {
    ...{ context, pay, receive, slippage, quotes, status, tokens: list.all },
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
      void own.refresh(force)
    },
  }
}
