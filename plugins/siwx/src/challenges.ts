import type { Context } from '@wallet-modal/kernel'
import type { Challenge, SiteServer } from './site-server.js'

/** What the server wants signed, asked for ahead: a visitor who presses the button must not wait for it, nor the wallet's window for them. */
export interface Challenges {
  /** Asks for one that will be needed soon, unless there is a fresh one. */
  prepare(): void
  /** Each is handed out once. */
  take(): Promise<Challenge>
}

/** A challenge is handed out in the first fifth of its life only: the visitor needs the rest to read and sign. */
const FRESH = 1 / 5

interface Held {
  readonly askedAt: number
  /** `undefined` where the server did not answer: it is asked again when it matters. */
  readonly answer: Promise<Challenge | undefined>
}

const lifeOf = ({ issuedAt, expirationTime }: Challenge): number => Date.parse(expirationTime) - Date.parse(issuedAt)

export function createChallenges(ctx: Context, server: SiteServer): Challenges {
  let held: Held | undefined
  const fresh = async ({ askedAt, answer }: Held): Promise<Challenge | undefined> => {
    const challenge = await answer
    return challenge && Date.now() - askedAt < lifeOf(challenge) * FRESH ? challenge : undefined
  }
  const ask = (): Held => ({
    askedAt: Date.now(), // by the page's own clock, which may differ from the server's
    answer: server.challenge().catch((error: unknown) => void ctx.log.info(error)),
  })
  return {
    prepare() {
      const before = held
      if (!before) {
        held = ask()
        return
      }
      void fresh(before).then((one) => {
        if (!one && held === before) held = ask()
      })
    },
    async take() {
      const before = held
      held = undefined
      return (before && (await fresh(before))) ?? server.challenge()
    },
  }
}
