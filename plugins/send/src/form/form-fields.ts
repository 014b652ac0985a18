import { type Context, computed, type ReadonlySignal, type Signal, signal } from '@wallet-modal/kernel'
import {
  type AccountToken,
  type AccountTokens,
  type AmountEntryModel,
  createAccountTokens,
  createAmountEntry,
  type TokenFilter,
} from '@wallet-modal/kernel/transactions'
import { createReceiver, type ReceiverField } from '../receiver/receiver.js'
import type { RecentReceivers } from '../receiver/recent.js'
import { createLimit } from './limit.js'
import { type AppliedLink, createLinks, type FixedFields } from './link.js'
import { createSendContext, type SendContext } from './send-context.js'

/** State of the form's fields. */
export interface FormFields {
  readonly context: ReadonlySignal<SendContext | null>
  readonly tokens: AccountTokens
  /** Token with the balance that it had when it was chosen; `token` has the current balance. */
  readonly chosenToken: Signal<AccountToken | null>
  /** `null` if no token of the active network is chosen. */
  readonly token: ReadonlySignal<AccountToken | null>
  readonly amount: AmountEntryModel
  readonly receiver: ReceiverField
  readonly limit: ReturnType<typeof createLimit>
  readonly edits: Edits
}

/** Fields fixed by the site, and edits of the visitor. */
interface Edits {
  fixed: FixedFields
  /** Number of the visitor's edits of token and amount, without edits of the receiver. */
  count: number
  /** CAIP-2 namespace of the wallet for which the form was filled in. */
  namespace: string | undefined
}

export function createFormFields(ctx: Context, recent: RecentReceivers): FormFields {
  const context = createSendContext(ctx)
  const tokens = createAccountTokens(
    ctx,
    computed((): TokenFilter | undefined => {
      const { handler } = context.value ?? {}
      return handler && ((token, connection) => handler.canSend(token, connection))
    }),
  )
  const chosenToken = signal<AccountToken | null>(null)
  const token = computed(() => {
    const { assetId, caipNetworkId } = chosenToken.value ?? {}
    if (caipNetworkId !== context.value?.network.caipNetworkId) return null
    return tokens.all.value.find((one) => one.assetId === assetId) ?? chosenToken.value
  })
  const limit = createLimit(ctx)
  const max = computed(() => (limit.state.value.status === 'ready' ? limit.state.value.limit.max : undefined))
  const amount = createAmountEntry(token, max)
  const edits: Edits = { fixed: {}, count: 0, namespace: undefined }
  const applyLink = (link: AppliedLink): void => {
    // the entered amount is of another token
    if (link.token && link.token.assetId !== chosenToken.peek()?.assetId) amount.type('')
    if (link.token) chosenToken.value = link.token
    if (link.amount !== undefined) amount.type(link.amount)
  }
  const knownAddresses = (): readonly string[] => {
    const namespace = context.peek()?.network.namespace
    const own = ctx.connections.all.peek().flatMap(({ accounts }) => accounts)
    return [...own, ...(namespace ? recent.ofNamespace(namespace) : [])].map(({ address }) => address)
  }
  const { read: readLink } = createLinks(ctx, { context, tokens, fixed: () => edits.fixed })
  const receiver = createReceiver(ctx, {
    ...{ context, token, knownAddresses, readLink, applyLink },
    editCount: () => edits.count,
  })
  return { context, tokens, chosenToken, token, amount, receiver, limit, edits }
}
