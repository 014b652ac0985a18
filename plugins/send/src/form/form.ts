import {
  batch,
  type Context,
  computed,
  isWalletModalError,
  type PaymentNote,
  type ReadonlySignal,
  type TransactionPlan,
  WalletModalError,
} from '@wallet-modal/kernel'
import { inTime } from '@wallet-modal/kernel/assets'
import {
  type AccountToken,
  type AccountTokens,
  type AmountEntry,
  assertExpected,
  toTransferRequest,
} from '@wallet-modal/kernel/transactions'
import type { Receiver } from '../receiver/inspect-receiver.js'
import { nameLookupOf } from '../receiver/names.js'
import type { ReceiverField } from '../receiver/receiver.js'
import type { RecentReceivers } from '../receiver/recent.js'
import { assertSameAddress, isFresh, type ResolvedName } from '../receiver/resolved-name.js'
import { createFormFields, type FormFields } from './form-fields.js'
import { type FormStatus, formStatusOf } from './form-status.js'
import type { LimitState } from './limit.js'
import type { AppliedLink } from './link.js'
import type { SendContext } from './send-context.js'

/** Transfer described by a complete form. */
export interface SendPlan extends TransactionPlan {
  readonly context: SendContext
  readonly token: AccountToken
  readonly receiver: string
  /**
   * Name in the receiver field. The plan resolves the name again before each submission. It also resolves the name during preparation, unless the
   * address is fresh ({@link isFresh}).
   */
  readonly receiverName?: ResolvedName
}

/** Values to fill into the form. */
export interface FormValues {
  readonly token: AccountToken | undefined
  readonly amount: string | undefined
  readonly receiver: string | undefined
}

export interface SendForm {
  readonly context: ReadonlySignal<SendContext | null>
  readonly tokens: AccountTokens
  readonly token: ReadonlySignal<AccountToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly receiver: ReadonlySignal<Receiver>
  /** Payment link that filled in the form; `null` after the receiver is changed. */
  readonly link: ReadonlySignal<AppliedLink | null>
  readonly limit: ReadonlySignal<LimitState>
  readonly status: ReadonlySignal<FormStatus>
  /** `null` while the form is incomplete. */
  readonly plan: ReadonlySignal<SendPlan | null>
  /** CAIP-2 namespace of the wallet for which the form was filled in. */
  namespace(): string | undefined
  /** Fills in values that the visitor cannot change. */
  fix(values: FormValues): void
  clear(): void
  chooseToken(token: AccountToken): void
  /** Chooses a token, unless a token of the active network is chosen already. */
  offerToken(token: AccountToken): void
  type(text: string): void
  useMax(): void
  /** Sets an address, a name or a payment link. A payment link also fills in other fields. */
  setReceiver(text: string): void
  /** Lets the next check apply the payment link in the receiver field, even if other fields were edited after the link was entered. */
  confirmLink(): void
  /** Confirms and applies the payment link in the receiver field. */
  applyLink(): void
  /** Reads the limit, the receiver and the tokens again. */
  retry(): void
  /** Whether receivers can be entered by name. */
  readonly supportsNames: ReadonlySignal<boolean>
}

/** Time limit for resolving a name before submission, in milliseconds. */
export const NAME_CHECK_MS = 20_000

interface PlannedTransfer extends Pick<SendPlan, 'context' | 'token' | 'receiver' | 'receiverName'> {
  readonly amount: bigint | 'max'
  readonly note: PaymentNote | undefined
}

/** Resolves the name again. Rejects in the same cases as {@link assertSameAddress}. */
type NameCheck = (name: ResolvedName, context: SendContext, signal?: AbortSignal) => Promise<void>

function createNameCheck(ctx: Context, receiver: ReceiverField): NameCheck {
  return async (name, context, signal = ctx.abortSignal) => {
    try {
      await assertSameAddress(ctx, name, { network: context.network, lookup: nameLookupOf(ctx, context), signal })
    } catch (error) {
      const receiverState = receiver.state.peek()
      const displayedName = receiverState.status === 'found' ? receiverState.resolved : undefined
      const isCurrent = displayedName?.name === name.name && displayedName.address === name.address
      if (isCurrent && isWalletModalError(error) && error.code === 'CHANGED_MEANWHILE') receiver.recheckName()
      throw error
    }
  }
}

const nameTimeoutError = (): WalletModalError =>
  new WalletModalError('NOT_SENT', 'The name could not be resolved in time. Nothing was sent. Try again.')

function planOf({ amount, note, ...transfer }: PlannedTransfer, checkName: NameCheck): SendPlan {
  const { context, token, receiver, receiverName: name } = transfer
  const { connection, network, handler } = context
  return {
    ...transfer,
    key: [context.key, token.assetId, receiver, name?.name, name?.isProven, amount, JSON.stringify(note)].join(' '),
    namespace: connection.namespace,
    connectorId: connection.connectorId,
    async prepare(speed, signal) {
      const draft = { connection, network, token, receiver, amount, speed, ...(note && { note }) }
      const [prepared] = await Promise.all([
        handler.prepare(draft, signal),
        name && !isFresh(name) && checkName(name, context, signal),
      ])
      // the kernel's `Transactions.prepare` checks this too, but not every handler calls it
      assertExpected(toTransferRequest(draft, []).expects ?? [], prepared.review.actions)
      if (!name) return prepared
      const submit: typeof prepared.submit = async () => {
        await inTime(checkName(name, context), NAME_CHECK_MS, nameTimeoutError)
        return prepared.submit()
      }
      return { review: prepared.review, submit }
    },
  }
}

const createStatus = ({ token, amount, limit, receiver }: FormFields): ReadonlySignal<FormStatus> =>
  computed(() =>
    formStatusOf({
      token: token.value,
      amount: amount.entry.value,
      limit: limit.state.value,
      receiver: receiver.state.value,
    }),
  )

/** Creates the plan of a complete form. */
function createPlan(
  ctx: Context,
  { context, token, amount, receiver }: FormFields,
  status: ReadonlySignal<FormStatus>,
): ReadonlySignal<SendPlan | null> {
  const checkName = createNameCheck(ctx, receiver)
  return computed((): SendPlan | null => {
    const [currentContext, asset, to, { isMax, value }] = [
      context.value,
      token.value,
      receiver.state.value,
      amount.entry.value,
    ]
    if (status.value !== 'complete' || !currentContext || !asset || to.status !== 'found' || value === undefined)
      return null
    const named = to.resolved && { receiverName: to.resolved }
    const transfer = {
      context: currentContext,
      token: asset,
      receiver: to.address,
      ...named,
      amount: isMax ? 'max' : value,
    } as const
    return planOf({ ...transfer, note: receiver.link.value?.note }, checkName)
  })
}

/** Reads the limit and checks the receiver again when token, wallet or receiver change. */
function watchFields(ctx: Context, { context, token, receiver, limit }: FormFields): { readLimit(): void } {
  const isScaled = computed(() => token.value?.scaledAmount !== undefined)
  const readLimit = (): void => {
    const [currentContext, asset, to] = [context.peek(), token.peek(), receiver.state.peek()]
    const address = to.status === 'found' ? to.address : undefined
    const isReadable = currentContext && asset && !isScaled.peek()
    const note = receiver.link.peek()?.note
    limit.read(isReadable ? { context: currentContext, token: asset, receiver: address, note } : null)
  }
  const subject = computed(() => `${context.value?.key} ${token.value?.assetId}`)
  const address = computed(() => (receiver.state.value.status === 'found' ? receiver.state.value.address : ''))
  ctx.effect(() => {
    void subject.value
    receiver.check()
  })
  ctx.effect(() => {
    void [subject.value, address.value, isScaled.value]
    readLimit()
  })
  return { readLimit }
}

/** `onEdit`: called before the visitor edits the form. */
export function createSendForm(ctx: Context, recent: RecentReceivers, onEdit: () => void): SendForm {
  const fields = createFormFields(ctx, recent)
  const { context, tokens, chosenToken, token, amount, receiver, limit, edits } = fields
  const { readLimit } = watchFields(ctx, fields)
  const status = createStatus(fields)
  const plan = createPlan(ctx, fields, status)
  /** Applies an edit of the visitor. */
  const edit = (change: () => void): void =>
    batch(() => {
      onEdit()
      edits.count++
      edits.namespace = context.peek()?.connection.namespace
      change()
    })
  const setReceiver = (text: string): void => {
    onEdit()
    edits.namespace = context.peek()?.connection.namespace
    receiver.set(text)
  }
  return {
    ...{ context, tokens, token, amount: amount.entry, receiver: receiver.state, link: receiver.link },
    ...{ limit: limit.state, status, plan, setReceiver, confirmLink: receiver.confirmLink },
    supportsNames: computed(() => context.value !== null && nameLookupOf(ctx, context.value) !== undefined),
    namespace: () => edits.namespace,
    fix(values) {
      edits.namespace = context.peek()?.connection.namespace
      edits.fixed = { assetId: values.token?.assetId, amount: values.amount, receiver: values.receiver }
      if (values.token) chosenToken.value = values.token
      if (values.amount !== undefined) amount.type(values.amount)
      if (values.receiver !== undefined) receiver.set(values.receiver)
    },
    clear() {
      edits.fixed = {}
      chosenToken.value = null
      amount.type('')
      receiver.set('')
    },
    chooseToken: (next) =>
      edit(() => {
        if (next.assetId !== chosenToken.peek()?.assetId) amount.type('')
        chosenToken.value = next
      }),
    offerToken(first) {
      if (token.peek()) return
      if (chosenToken.peek()) amount.type('') // the entered amount is of a token on another network
      chosenToken.value = first
    },
    type: (text) => edit(() => amount.type(text)),
    useMax: () => edit(amount.useMax),
    applyLink() {
      receiver.confirmLink()
      receiver.check()
    },
    retry() {
      readLimit()
      receiver.check()
      void tokens.refresh(true)
    },
  }
}
