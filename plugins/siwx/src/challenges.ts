import type { Context } from '@wallet-modal/kernel'
import type { Challenge, SiteServer } from './site-server.js'

/** Prefetches the server's challenge, so that the wallet opens without delay after the click. */
export interface Challenges {
  /** Prefetches a challenge, unless there is a fresh one. */
  prepare(): void
  /** Returns a challenge, each one only once, because its nonce is valid once. */
  take(): Promise<Challenge>
}

/** A challenge is returned only in the first fifth of its lifetime: the visitor needs the rest to read and sign. */
const FRESH_FRACTION = 1 / 5

interface Prefetched {
  readonly requestedAt: number
  /** `undefined` if the server did not reply; `take` then requests another one. */
  readonly reply: Promise<Challenge | undefined>
}

const lifetimeOf = ({ issuedAt, expirationTime }: Challenge): number =>
  Date.parse(expirationTime) - Date.parse(issuedAt)

export function createChallenges(ctx: Context, server: SiteServer): Challenges {
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
  }
}
