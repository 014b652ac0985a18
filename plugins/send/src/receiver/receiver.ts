import {
  type AssetToken,
  batch,
  type Context,
  type ReadonlySignal,
  type ReceiverIssue,
  signal,
} from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import type { AppliedLink, LinkReading } from '../form/link.js'
import type { SendContext } from '../form/send-context.js'
import { inspectReceiver, type Receiver } from './inspect-receiver.js'

const EMPTY: Receiver = Object.freeze({ status: 'empty', text: '' })

export interface ReceiverField {
  readonly state: ReadonlySignal<Receiver>
  /** Payment link that filled in the form; `null` after the receiver is changed. */
  readonly link: ReadonlySignal<AppliedLink | null>
  /** Sets text that was typed, pasted, scanned or chosen. */
  set(text: string): void
  /** Checks the receiver again after the token or network has changed. */
  check(): void
  /** Resolves the entered name again after its address changed. The view then also displays a warning with the previous address. */
  recheckName(): void
  /** Lets the next check apply the payment link in the field, even if other fields were edited after the link was entered. */
  confirmLink(): void
}

interface ReceiverOptions {
  readonly context: ReadonlySignal<SendContext | null>
  readonly token: ReadonlySignal<AssetToken | null>
  /** Known addresses, with which look-alikes are detected. */
  knownAddresses(): readonly string[]
  /** `undefined` if the text is not a link, if no supported wallet is active, or if the site has fixed the receiver. */
  readLink(text: string, abortSignal: AbortSignal): Promise<LinkReading | undefined> | undefined
  /** Number of edits of other fields. */
  editCount(): number
  /** Fills in the other fields of a link. */
  applyLink(link: AppliedLink): void
}

/** Adds a warning if the name of the receiver resolved to another address in the earlier state `before`. */
function withFormerAddress(now: Receiver, before: Receiver | undefined): Receiver {
  if (now.status !== 'found' || before?.status !== 'found' || now.address === before.address) return now
  const nameMoved: ReceiverIssue = { code: 'nameMoved', severity: 'warn', text: before.address }
  return { ...now, issues: [nameMoved, ...now.issues] }
}

export function createReceiver(ctx: Context, options: ReceiverOptions): ReceiverField {
  const { editCount, applyLink } = options
  const state = signal<Receiver>(EMPTY)
  const link = signal<AppliedLink | null>(null)
  const latest = createLatest(ctx.abortSignal)
  /** Value of `editCount` when the link was entered or confirmed. If the count has increased since then, the link does not replace other fields. */
  let confirmedEdits = editCount()
  const confirmLink = (): void => {
    confirmedEdits = editCount()
  }
  const handleLink = (text: string, reading: LinkReading): void => {
    if ('refusal' in reading) {
      const { refusal, network } = reading
      state.value = { status: 'refused', text, issue: refusal, ...(network && { network }) }
    } else if (reading.token && editCount() !== confirmedEdits) {
      state.value = { status: 'unconfirmed', text }
    } else {
      batch(() => {
        state.value = { status: 'checking', text: reading.receiver }
        link.value = reading
        applyLink(reading)
      })
      check()
    }
  }
  const inspect = async (text: string, abortSignal: AbortSignal): Promise<Receiver> => {
    const [context, token] = [options.context.peek(), options.token.peek()]
    if (!context || !token) return { status: 'unchecked', text }
    return inspectReceiver(ctx, text, { context, token, knownAddresses: options.knownAddresses(), signal: abortSignal })
  }
  const check = (before?: Receiver): void => {
    const { text } = state.peek()
    latest.stop()
    if (text === '') return
    state.value = { status: 'checking', text }
    latest.run(async (abortSignal, isLatest) => {
      try {
        const reading = await options.readLink(text, abortSignal)
        if (!isLatest()) return
        if (reading) return handleLink(text, reading)
        const receiver = await inspect(text, abortSignal)
        if (isLatest()) state.value = withFormerAddress(receiver, before)
      } catch (error) {
        if (!isLatest()) return
        ctx.log.info('the receiver could not be checked', error)
        state.value = { status: 'failed', text }
      }
    })
  }
  const set = (input: string): void => {
    confirmLink()
    const text = input.trim()
    link.value = null
    state.value = text === '' ? EMPTY : { status: 'checking', text }
    check()
  }
  return { state, link, check: () => check(), recheckName: () => check(state.peek()), confirmLink, set }
}
