import type { Signal } from '@wallet-modal/kernel'

/** Lifetime of a pairing after its URI exists. */
export const LIFETIME_MS = 240_000
/** A pairing with less time left counts as expired: a phone needs a moment to answer. */
export const MARGIN_MS = 10_000

/** Pairing code to scan. */
export type PairingState =
  | { readonly status: 'idle' | 'preparing' }
  | {
      readonly status: 'ready'
      readonly uri: string
      readonly secondsLeft: number
      /** Milliseconds since 1970; the URI must not be used in the last {@link MARGIN_MS} before. */
      readonly expiresAt: number
    }

/** A proposal that a wallet can approve. */
export interface Offer<Session> {
  readonly uri: string
  readonly approval: Promise<Session>
  /** Cancels the proposal: a session approved afterwards is ended. */
  withdraw(): void
}

export interface Pairing<Session> {
  /** Repeats proposals until a wallet approves; `null` if cancelled before. Rejects with the error of the wallet or relay. */
  run(offer: () => Promise<Offer<Session>>, signal: AbortSignal): Promise<Session | null>
}

const SECOND_MS = 1000

/** The visitor declined in the wallet (EIP-1193). */
const isDecline = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 4001

/** Remaining validity of a URI; 0 if the clock was set back, because it is then unknown. */
function leftOf(expiresAt: number): number {
  const leftMs = expiresAt - MARGIN_MS - Date.now()
  return leftMs > LIFETIME_MS - MARGIN_MS ? 0 : leftMs
}

/** The URI, unless it has expired; the clock may have changed since it was shown. */
export const usableUri = (state: PairingState): string | null =>
  state.status === 'ready' && leftOf(state.expiresAt) > 0 ? state.uri : null

/** Displays a URI with its remaining time, until it expires. */
function createCountdown(
  state: Signal<PairingState>,
  expired: () => void,
): { show(uri: string, expiresAt: number): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (uri: string, expiresAt: number): void => {
    const leftMs = leftOf(expiresAt)
    if (leftMs <= 0) {
      expired()
      return
    }
    state.value = { status: 'ready', uri, secondsLeft: Math.ceil(leftMs / SECOND_MS), expiresAt }
    timer = setTimeout(() => show(uri, expiresAt), leftMs % SECOND_MS || SECOND_MS)
  }
  return { show, stop: () => clearTimeout(timer) }
}

interface PairingRun<Session> {
  readonly state: Signal<PairingState>
  readonly signal: AbortSignal
  propose(): Promise<Offer<Session>>
  /** Whether no other run has started since. */
  isLatest(): boolean
}

/** Proposes again before each URI expires, until a wallet approves one; `null` if cancelled before. */
function runPairing<Session>({ state, signal, propose, isLatest }: PairingRun<Session>): Promise<Session | null> {
  return new Promise((resolve, reject) => {
    const offers: Offer<Session>[] = []
    let isOver = false
    let freshUntil = 0

    const end = (chosen?: Offer<Session>): void => {
      countdown.stop()
      signal.removeEventListener('abort', giveUp)
      isOver = true
      for (const offer of offers) if (offer !== chosen) offer.withdraw()
      if (isLatest()) state.value = { status: 'idle' }
    }
    const giveUp = (): void => {
      end()
      resolve(null)
    }
    const fail = (error: unknown): void => {
      if (isOver) return
      end()
      reject(error)
    }
    const listen = (offer: Offer<Session>): void => {
      offers.push(offer)
      // an approval of a replaced code is accepted; its rejection or expiry is ignored
      offer.approval.then(
        (session) => {
          if (isOver) return
          end(offer)
          resolve(session)
        },
        (error: unknown) => {
          // an expired one is removed while the next is being created, which may take longer
          const isLapse = Date.now() >= freshUntil && !isDecline(error)
          if (offer === offers.at(-1) && !isLapse) fail(error)
        },
      )
    }
    const renew = (): void => {
      state.value = { status: 'preparing' }
      propose().then((offer) => {
        if (isOver) return offer.withdraw()
        const expiresAt = Date.now() + LIFETIME_MS
        freshUntil = expiresAt - MARGIN_MS
        listen(offer)
        countdown.show(offer.uri, expiresAt)
      }, fail)
    }
    const countdown = createCountdown(state, renew)
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp)
    renew()
  })
}

/** Keeps a valid URI: replaces each before it expires. Reads the clock at every step, so that a laptop does not show an expired one after sleep. */
export function createPairing<Session>(state: Signal<PairingState>): Pairing<Session> {
  let runs = 0
  return {
    run(propose, signal) {
      const run = ++runs
      return runPairing({ state, signal, propose, isLatest: () => run === runs })
    },
  }
}
