import type { Signal } from '@wallet-modal/kernel'

/** Assumed lifetime of a pairing URI, counted from the client's reply. WalletConnect's own limit is five minutes. */
export const LIFETIME_MS = 240_000
/** A URI with less time left counts as expired, because the wallet needs time to reply. */
export const MARGIN_MS = 10_000

/** State of the pairing. While it is `ready`, the view displays `uri` as a QR code. */
export type PairingState =
  | { readonly status: 'idle' | 'preparing' }
  | {
      readonly status: 'ready'
      readonly uri: string
      readonly secondsLeft: number
      /** In milliseconds since the Unix epoch. The URI must not be used in the last {@link MARGIN_MS} before this time. */
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
  /** Proposes sessions until a wallet approves one; `null` if `signal` is aborted before. Rejects with the error of the wallet or relay. */
  run(propose: () => Promise<Offer<Session>>, signal: AbortSignal): Promise<Session | null>
}

const SECOND_MS = 1000

/** Whether the visitor rejected in the wallet (EIP-1193). */
const isRejection = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 4001

/** Milliseconds for which a URI can still be used. 0 if the clock was set back to before the URI's creation: the time is then unknown. */
function remainingMs(expiresAt: number): number {
  const restMs = expiresAt - MARGIN_MS - Date.now()
  return restMs > LIFETIME_MS - MARGIN_MS ? 0 : restMs
}

/** URI that a wallet can still use; `null` if it has expired. Reads the clock, which may have changed since the URI was displayed. */
export const usableUri = (state: PairingState): string | null =>
  state.status === 'ready' && remainingMs(state.expiresAt) > 0 ? state.uri : null

/** Displays a URI with its remaining time, until it expires. */
function createCountdown(
  state: Signal<PairingState>,
  onExpired: () => void,
): { show(uri: string, expiresAt: number): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (uri: string, expiresAt: number): void => {
    const restMs = remainingMs(expiresAt)
    if (restMs <= 0) {
      onExpired()
      return
    }
    state.value = { status: 'ready', uri, secondsLeft: Math.ceil(restMs / SECOND_MS), expiresAt }
    timer = setTimeout(() => show(uri, expiresAt), restMs % SECOND_MS || SECOND_MS)
  }
  return { show, stop: () => clearTimeout(timer) }
}

interface PairingRun<Session> {
  readonly state: Signal<PairingState>
  readonly signal: AbortSignal
  propose(): Promise<Offer<Session>>
  /** Whether no later run has started. */
  isLatest(): boolean
}

/** Proposes again before each URI expires, until a wallet approves one; `null` if cancelled before. */
function runPairing<Session>({ state, signal, propose, isLatest }: PairingRun<Session>): Promise<Session | null> {
  return new Promise((resolve, reject) => {
    const offers: Offer<Session>[] = []
    let isOver = false
    let validUntil = 0

    const end = (chosen?: Offer<Session>): void => {
      countdown.stop()
      signal.removeEventListener('abort', cancel)
      isOver = true
      for (const offer of offers) if (offer !== chosen) offer.withdraw()
      if (isLatest()) state.value = { status: 'idle' }
    }
    const cancel = (): void => {
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
      // if a newer offer has replaced this one, an approval of this offer still counts, but its rejection or expiry is ignored
      offer.approval.then(
        (session) => {
          if (isOver) return
          end(offer)
          resolve(session)
        },
        (error: unknown) => {
          // an expired proposal rejects while the next one is being created
          const isExpiry = Date.now() >= validUntil && !isRejection(error)
          if (offer === offers.at(-1) && !isExpiry) fail(error)
        },
      )
    }
    const renew = (): void => {
      state.value = { status: 'preparing' }
      propose().then((offer) => {
        listen(offer)
        if (isOver) return offer.withdraw()
        const expiresAt = Date.now() + LIFETIME_MS
        validUntil = expiresAt - MARGIN_MS
        countdown.show(offer.uri, expiresAt)
      }, fail)
    }
    const countdown = createCountdown(state, renew)
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel)
    renew()
  })
}

/**
 * Creates a {@link Pairing} that replaces each URI before it expires. It reads the clock each second, so that a URI that expired while the device
 * slept is replaced within a second after the device wakes.
 */
export function createPairing<Session>(state: Signal<PairingState>): Pairing<Session> {
  let runs = 0
  return {
    run(propose, signal) {
      const run = ++runs
      return runPairing({ state, signal, propose, isLatest: () => run === runs })
    },
  }
}
