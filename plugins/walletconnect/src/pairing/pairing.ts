import type { Signal } from '@wallet-modal/kernel'

/** How long a pairing lives once its URI is there. */
export const LIFETIME_MS = 240_000
/** A pairing with this much time left counts as expired: a phone needs a moment to answer. */
export const MARGIN_MS = 10_000

/** What there is to scan. */
export type PairingState =
  | { readonly status: 'idle' | 'preparing' }
  | {
      readonly status: 'ready'
      readonly uri: string
      readonly secondsLeft: number
      /** Milliseconds since 1970; {@link MARGIN_MS} before, the URI must not be used any more. */
      readonly expiresAt: number
    }

/** A proposal that a wallet can answer. */
export interface Offer<Session> {
  readonly uri: string
  readonly approval: Promise<Session>
  /** No answer counts any more: a session that a wallet approves late is ended. */
  withdraw(): void
}

export interface Pairing<Session> {
  /** Offers until a wallet approves; `null` where it was given up before. Rejects with what the wallet or the relay said. */
  run(offer: () => Promise<Offer<Session>>, signal: AbortSignal): Promise<Session | null>
}

const SECOND_MS = 1000

/** The visitor declined in the wallet (EIP-1193). */
const isDecline = (error: unknown): boolean => Reflect.get(Object(error), 'code') === 4001

/** How long a URI may still be used; no longer where the clock was set back meanwhile, as nobody can tell then. */
function leftOf(expiresAt: number): number {
  const leftMs = expiresAt - MARGIN_MS - Date.now()
  return leftMs > LIFETIME_MS - MARGIN_MS ? 0 : leftMs
}

/** The URI, unless its time is up; the clock may have jumped since it was shown. */
export const usableUri = (state: PairingState): string | null =>
  state.status === 'ready' && leftOf(state.expiresAt) > 0 ? state.uri : null

/**
 * Keeps a URI that can be scanned: each is replaced before it lapses. Time is read from the clock at every step, so that a laptop that slept
 * does not wake up with an old one.
 */
export function createPairing<Session>(state: Signal<PairingState>): Pairing<Session> {
  let runs = 0

  return {
    run: (propose, signal) =>
      new Promise((resolve, reject) => {
        const run = ++runs
        const offers: Offer<Session>[] = []
        let freshUntil = 0
        let timer: ReturnType<typeof setTimeout> | undefined

        const end = (chosen?: Offer<Session>): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', giveUp)
          isOver = true
          for (const offer of offers) if (offer !== chosen) offer.withdraw()
          if (run === runs) state.value = { status: 'idle' }
        }
        let isOver = false
        const giveUp = (): void => {
          end()
          resolve(null)
        }
        const fail = (error: unknown): void => {
          if (isOver) return
          end()
          reject(error)
        }
        const show = (uri: string, expiresAt: number): void => {
          const leftMs = leftOf(expiresAt)
          if (leftMs <= 0) {
            renew()
            return
          }
          state.value = { status: 'ready', uri, secondsLeft: Math.ceil(leftMs / SECOND_MS), expiresAt }
          timer = setTimeout(() => show(uri, expiresAt), leftMs % SECOND_MS || SECOND_MS)
        }
        const listen = (offer: Offer<Session>): void => {
          offers.push(offer)
          // an answer to a code that was replaced meanwhile is as good; its refusal or lapse is not the last word
          offer.approval.then(
            (session) => {
              if (isOver) return
              end(offer)
              resolve(session)
            },
            (error: unknown) => {
              // one whose time is up lapses while the next is on its way, which may take longer
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
            show(offer.uri, expiresAt)
          }, fail)
        }
        if (signal.aborted) return giveUp()
        signal.addEventListener('abort', giveUp)
        renew()
      }),
  }
}
