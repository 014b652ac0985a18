import type { Context } from '@wallet-modal/kernel'
import type { Challenge, SiteServer } from './site-server.js'

/** Prefetches the server's challenge, so that the wallet opens without delay after the click. */
export interface Challenges {
  /** Prefetches a challenge, unless there is a fresh one. */
  prepare(): void
  /** Returns each challenge once. */
  take(): Promise<Challenge>
}

/** A challenge is returned only in the first fifth of its lifetime: the visitor needs the rest to read and sign. */
const FRESH = 1 / 5

interface Prefetched {
  readonly requestedAt: number
  /** `undefined` if the server did not reply: requested again when it is needed. */
  readonly answer: Promise<Challenge | undefined>
}

const lifetimeOf = ({ issuedAt, expirationTime }: Challenge): number =>
  Date.parse(expirationTime) - Date.parse(issuedAt)

export function createChallenges(ctx: Context, server: SiteServer): Challenges {
  let prefetched: Prefetched | undefined
  const fresh = async ({ requestedAt, answer }: Prefetched): Promise<Challenge | undefined> => {
    const challenge = await answer
    return challenge && Date.now() - requestedAt < lifetimeOf(challenge) * FRESH ? challenge : undefined
  }
  const ask = (): Prefetched => ({
    requestedAt: Date.now(), // by the page's clock, which may differ from the server's
    answer: server.challenge().catch((error: unknown) => void ctx.log.info(error)),
  })
  return {
    prepare() {
      const before = prefetched
      if (!before) {
        prefetched = ask()
        return
      }
      void fresh(before).then((one) => {
        if (!one && prefetched === before) prefetched = ask()
      })
    },
    async take() {
      const before = prefetched
      prefetched = undefined
      return (before && (await fresh(before))) ?? server.challenge()
    },
  }
}
