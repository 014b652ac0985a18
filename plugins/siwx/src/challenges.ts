import type { Context } from '@wallet-modal/kernel'
import type { Challenge, SiteServer } from './site-server.js'

/** Challenges of the site's server (fields of the message to sign), prefetched so that the wallet opens without delay after the click. */
export interface Challenges {
  /** Prefetches a challenge, unless a fresh challenge is prefetched already. */
  prepare(): void
  /**
   * Resolves with a challenge. Never returns the same challenge twice, because the server accepts a nonce only once. Rejects if the request for the
   * challenge fails.
   */
  take(): Promise<Challenge>
  /** Like `take`, but if the prefetch failed, returns `undefined` instead of sending a second request. */
  takePrefetched(): Promise<Challenge | undefined>
}

/** A challenge is returned only in the first fifth of its lifetime: the visitor needs the remaining time to read and sign. */
const FRESH_FRACTION = 1 / 5

interface Prefetched {
  readonly requestedAt: number
  /** `undefined` if the request failed; `take` then requests another challenge. */
  readonly reply: Promise<Challenge | undefined>
}

const lifetimeOf = ({ issuedAt, expirationTime }: Challenge): number =>
  Date.parse(expirationTime) - Date.parse(issuedAt)

export function createChallenges(ctx: Pick<Context, 'log'>, server: Pick<SiteServer, 'challenge'>): Challenges {
  let prefetched: Prefetched | undefined
  const freshChallenge = async ({ requestedAt, reply }: Prefetched): Promise<Challenge | undefined> => {
    const challenge = await reply
    return challenge && Date.now() - requestedAt < lifetimeOf(challenge) * FRESH_FRACTION ? challenge : undefined
  }
  const prefetch = (): Prefetched => ({
    requestedAt: Date.now(), // by the page's clock, which may differ from the server's
    reply: server.challenge().catch((error: unknown) => void ctx.log.info(error)),
  })
  return {
    prepare() {
      const existing = prefetched
      if (!existing) {
        prefetched = prefetch()
        return
      }
      void freshChallenge(existing).then((challenge) => {
        if (!challenge && prefetched === existing) prefetched = prefetch()
      })
    },
    async take() {
      const existing = prefetched
      prefetched = undefined
      return (existing && (await freshChallenge(existing))) ?? server.challenge()
    },
    async takePrefetched() {
      const existing = prefetched
      prefetched = undefined
      if (existing && !(await existing.reply)) return undefined
      return (existing && (await freshChallenge(existing))) ?? server.challenge()
    },
  }
}
