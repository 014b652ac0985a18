import {
  type Context,
  type FeeSpeed,
  isWalletModalError,
  type PaymentNote,
  type PreparedSend,
  type ReadonlySignal,
  type SendReview,
  signal,
} from '@wallet-modal/kernel'
import { type Failure, failureOf } from './failure.js'
import { createLatest } from './latest.js'
import type { Scene } from './scene.js'
import type { Step } from './step.js'
import type { SendableToken } from './tokens.js'

/** After this a transaction is prepared anew: fees and balances move. */
export const FRESH_MS = 30_000

/** What the visitor settled on. */
export interface Plan {
  readonly scene: Scene
  readonly token: SendableToken
  readonly receiver: string
  readonly receiverName?: string
  readonly amount: bigint | 'max'
  readonly note?: PaymentNote
  /** The same for plans that say the same. */
  readonly key: string
}

/** A transaction as it is on the screen. */
export interface Shown {
  readonly plan: Plan
  readonly prepared: PreparedSend
  readonly review: SendReview
  /** All that the review says, for comparing it with what is handed over. */
  readonly fingerprint: string
  /** When it was prepared, in milliseconds since 1970. */
  readonly at: number
}

/** Why the transaction on the screen is another one than before, or none. */
export interface Note {
  /** `empty`: there was nothing to prepare. */
  readonly code: 'empty' | 'declined' | 'changed' | 'insufficient' | 'mismatch' | 'failed'
  /** Of `failed` and `insufficient`. */
  readonly failure?: Failure
}

export type Preview =
  | { readonly status: 'none' }
  /** What was shown before stays in sight meanwhile, but cannot be sent. */
  | { readonly status: 'preparing'; readonly shown: Shown | undefined; readonly note: Note | undefined }
  | { readonly status: 'ready'; readonly shown: Shown; readonly note: Note | undefined }
  /** With the wallet. */
  | { readonly status: 'waiting'; readonly shown: Shown }
  | { readonly status: 'failed'; readonly note: Note }

export interface PreviewParts {
  /** `null` while the form is not complete. */
  readonly plan: ReadonlySignal<Plan | null>
  readonly step: ReadonlySignal<Step>
}

export interface PreviewModel {
  readonly state: ReadonlySignal<Preview>
  readonly speed: ReadonlySignal<FeeSpeed>
  /** The view came into sight: from now on the transaction is kept fresh. Returns what ends that. */
  watch(): () => void
  chooseSpeed(speed: FeeSpeed): void
  prepare(note?: Note): void
  /** Takes what is on the screen to hand it over, once; `undefined` where there is nothing that may be. */
  take(): Shown | undefined
  /** Whether this is what the wallet's answer is awaited for. */
  holds(shown: Shown): boolean
  /** A wallet is gone: its answer holds up nothing that comes after it. */
  letGo(namespace: string): void
  /** The transaction is gone, or has come to nothing. */
  release(): void
}

const writingOf = ({ memo, references = [] }: PaymentNote = {}): string => JSON.stringify([memo ?? null, references])

export const fingerprintOf = (review: SendReview): string =>
  [
    ...[review.from, review.to, review.caipNetworkId, review.assetId, `${review.amount}`, `${review.received}`],
    ...[
      `${review.isFeeOpen} ${review.fee}`,
      review.call,
      writingOf(review.note),
      ...review.extras.map(({ code, amount }) => `${code} ${amount}`),
      review.payload,
    ],
  ].join('\n')

/** I7: whether the bytes say what the visitor asked for. */
export const saysWhatWasAsked = ({ scene, token, receiver, amount, note }: Plan, review: SendReview): boolean =>
  review.from === scene.connection.account.address &&
  review.to === receiver &&
  review.caipNetworkId === scene.network.caipNetworkId &&
  review.assetId === token.assetId &&
  review.amount > 0n &&
  writingOf(review.note) === writingOf(note) &&
  (amount === 'max' || review.amount === amount)

export const noteOf = (error: unknown): Note => {
  const code = isWalletModalError(error) ? error.code : undefined
  if (code === 'INSUFFICIENT_FUNDS') return { code: 'insufficient', failure: failureOf(error) }
  if (code === 'CHANGED_MEANWHILE') return { code: 'changed' }
  return { code: 'failed', failure: failureOf(error) }
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Whether somebody who has just read the one has to look again: another account, a much larger fee, or another Max than the fee explains. */
function isSurprising(before: Shown, { plan, review }: Pick<Shown, 'plan' | 'review'>): boolean {
  const { fee, amount } = before.review
  const isCoin = plan.token.address === undefined
  return (
    plan.scene.key !== before.plan.scene.key ||
    review.fee > fee + fee / 4n ||
    distance(review.amount, amount) > (isCoin ? fee : 0n)
  )
}

/** The transaction that is about to be sent: prepared, kept fresh, and prepared anew when anything about it changes. */
export function createPreview(ctx: Context, { plan, step }: PreviewParts): PreviewModel {
  const state = signal<Preview>({ status: 'none' })
  const speed = signal<FeeSpeed>('standard')
  const latest = createLatest(ctx.abortSignal)
  let isWatched = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastKey: string | undefined
  let hadPlan = false

  const shownNow = (): Shown | undefined => {
    const now = state.peek()
    return 'shown' in now ? now.shown : undefined
  }
  const prepare = (note?: Note): void => {
    clearTimeout(timer)
    const wanted = plan.peek()
    lastKey = wanted?.key
    hadPlan ||= wanted !== null
    if (!wanted) {
      latest.stop()
      const isMoving = step.peek() === 'checking'
      const why = note ?? { code: hadPlan ? 'changed' : 'empty' }
      state.value = isMoving ? { status: 'preparing', shown: shownNow(), note } : { status: 'failed', note: why }
      return
    }
    const { scene, token, receiver, amount, note: along } = wanted
    const { connection, network, handler } = scene
    state.value = { status: 'preparing', shown: shownNow(), note }
    latest.run(async (stop, isLatest) => {
      try {
        const speedNow = { speed: speed.peek() }
        const draft = { connection, network, token, receiver, amount, ...speedNow, ...(along && { note: along }) }
        const prepared = await handler.prepare(draft, stop)
        if (!isLatest()) return
        const { review } = prepared
        if (!saysWhatWasAsked(wanted, review)) {
          state.value = { status: 'failed', note: { code: 'mismatch' } }
          return
        }
        const before = shownNow()
        const shown: Shown = { plan: wanted, prepared, review, fingerprint: fingerprintOf(review), at: Date.now() }
        state.value = {
          status: 'ready',
          shown,
          note: note ?? (before && isSurprising(before, shown) ? { code: 'changed' } : undefined),
        }
        timer = setTimeout(() => isWatched && state.peek().status === 'ready' && prepare(), FRESH_MS)
      } catch (error) {
        if (!isLatest()) return
        ctx.log.info('the transaction could not be prepared', error)
        state.value = { status: 'failed', note: noteOf(error) }
      }
    })
  }
  ctx.effect(() => {
    const key = plan.value?.key
    void step.value
    if (isWatched && key !== lastKey && state.peek().status !== 'waiting') prepare()
  })
  ctx.onDispose(() => clearTimeout(timer))
  return {
    state,
    speed,
    prepare,
    watch() {
      isWatched = true
      if (state.peek().status !== 'waiting') prepare()
      return () => {
        isWatched = false
        clearTimeout(timer)
        if (state.peek().status === 'waiting') return
        latest.stop()
        hadPlan = false
        // where the speed is why, nobody can choose another one there
        if (state.peek().status === 'failed') speed.value = 'standard'
        state.value = { status: 'none' }
      }
    },
    chooseSpeed(next) {
      if (state.peek().status === 'waiting' || speed.peek() === next) return
      speed.value = next
      prepare()
    },
    take() {
      const now = state.peek()
      if (now.status !== 'ready') return undefined
      clearTimeout(timer)
      const { shown } = now
      // a page that slept has not prepared it anew in time; a clock that was set back says nothing of the age
      const ageMs = Date.now() - shown.at
      const isOld = ageMs < 0 || ageMs > 2 * FRESH_MS
      if (isOld || plan.peek()?.key !== shown.plan.key || fingerprintOf(shown.prepared.review) !== shown.fingerprint) {
        prepare({ code: 'changed' })
        return undefined
      }
      state.value = { status: 'waiting', shown }
      return shown
    },
    holds(shown) {
      const now = state.peek()
      return now.status === 'waiting' && now.shown === shown
    },
    letGo(namespace) {
      const now = state.peek()
      if (now.status === 'waiting' && now.shown.plan.scene.connection.namespace === namespace)
        state.value = { status: 'none' }
    },
    release() {
      isWatched = false
      hadPlan = false
      speed.value = 'standard'
      state.value = { status: 'none' }
    },
  }
}
