import * as v from 'valibot'
import { RequestError } from '../http.js'
import type { Store } from '../store.js'
import type { Mailer } from './account-sources.js'
import { countEvent, secondsOf, TooSoonError } from './limits.js'
import { randomCode, randomToken, type Secrets } from './secrets.js'
import type { Language } from './texts/language.js'
import { codeMail } from './texts/mails.js'

// The limits apply to each email address, regardless of the sender of the requests.

/** Minimum interval between two mails to an address. */
export const COOLDOWN_MS = 30_000
/** Lifetime of a code. */
export const CODE_MS = 10 * 60_000
/** Maximum number of attempts to enter one code. */
export const MAX_TRIES = 5
/** Maximum number of wrong codes for an address in {@link FAILURE_WINDOW_MS} (NIST SP 800-63B). */
export const MAX_FAILURES = 100
const FAILURE_WINDOW_MS = 30 * 24 * 60 * 60_000
/** Maximum number of mails to an address in {@link MAIL_WINDOW_MS}. */
const MAX_MAILS = 20
const MAIL_WINDOW_MS = 60 * 60_000

/**
 * Purpose of a code. A code is valid for its own purpose only. To change an account's email address, `leave address` is sent to the old address, and
 * `enter address` to the new one.
 */
export type CodePurpose = 'login' | 'leave address' | 'enter address' | 'export key'

const codeSchema = v.object({
  purpose: v.picklist(['login', 'leave address', 'enter address', 'export key']),
  email: v.string(),
  site: v.string(),
  device: v.optional(v.string()),
  holder: v.optional(v.string()),
  hash: v.string(),
  /** Number of remaining attempts. */
  tries: v.number(),
  expiresAt: v.number(),
})
const times = v.fallback(v.array(v.number()), [])

/** Mail with a code, and the browser and login to which the code is bound. */
export interface CodeMail {
  readonly email: string
  readonly site: string
  readonly purpose: CodePurpose
  readonly language: Language
  /** Hash of the browser's secret and the address. Entering the correct code registers the browser under this hash. */
  readonly device?: string | undefined
  /** Hash of the login and browser that the code is bound to. Default: any caller with the id of the request can use the code. */
  readonly holder?: string
  /** Sends the mail even if another was sent less than {@link COOLDOWN_MS} ago. Default: `false`. */
  readonly skipsCooldown?: boolean
  /** Old and new address of a change of address, for the text of the mail. */
  readonly change?: { readonly from: string; readonly to: string }
}

/** Entered code, and the id of the request that the code is bound to. */
interface CodeProof {
  readonly request: string
  readonly code: string
}

export interface Codes {
  /** Sends a code. Resolves with the id of the request that the code is bound to. Does not reveal whether the address is known. */
  send(mail: CodeMail): Promise<string>
  /**
   * Counts a mail to the address, then sends it with `send`. Counts links and codes separately. Rejects with {@link TooSoonError} above a limit. If
   * `send` rejects, rejects with the same error. A mail that could not be sent starts the cooldown, but does not count for the hourly limit.
   */
  countMail<T>(email: string, send: () => Promise<T>, options?: CountOptions): Promise<T>
  /**
   * Resolves with the email address, site and browser of the code's request. A code is valid once. Rejects with `INVALID_REQUEST` if the code is
   * wrong or has expired, or if its `purpose` or `holder` differs. Rejects with {@link TooSoonError} after {@link MAX_FAILURES} wrong codes for the
   * address.
   */
  verify(
    proof: CodeProof,
    use: Pick<CodeMail, 'purpose' | 'holder'>,
  ): Promise<Pick<CodeMail, 'email' | 'site' | 'device'>>
}

interface CountOptions {
  readonly skipsCooldown?: boolean | undefined
  readonly isLink?: boolean
}

interface CodesDependencies {
  readonly store: Store
  readonly mailer: Mailer
  readonly secrets: Secrets
  readonly now: () => number
}

export function createCodes({ store, mailer, secrets, now }: CodesDependencies): Codes {
  const countMail = createMailCount({ store, secrets, now })
  const failures = createFailures({ store, secrets, now })
  const sendCode: Codes['send'] = async (mail) => {
    const { email, site, purpose, device, holder } = mail
    const [request, code] = [randomToken(), randomCode()]
    const [hash, sealed] = await Promise.all([secrets.hash(request, code), secrets.sealText('code email', email)])
    const record = { purpose, email: sealed, site, device, holder, hash, tries: MAX_TRIES, expiresAt: now() + CODE_MS }
    await store.set(`code:${await secrets.hash('request', request)}`, record, { lifetimeMs: CODE_MS })
    await mailer.send({ to: email, ...codeMail({ code, ...mail }) })
    return request
  }
  return {
    countMail,
    async send(mail) {
      await failures.refuseLocked(mail.email)
      return countMail(mail.email, () => sendCode(mail), { skipsCooldown: mail.skipsCooldown })
    },
    async verify({ request, code }, { purpose, holder }) {
      const key = `code:${await secrets.hash('request', request)}`
      const codeExpired = new RequestError('INVALID_REQUEST', 'The code has expired. Ask for a new one.', {
        reason: 'CODE_EXPIRED',
      })
      const stored = v.safeParse(codeSchema, await store.get(key))
      if (!stored.success || stored.output.expiresAt <= now()) throw codeExpired
      if (stored.output.purpose !== purpose || stored.output.holder !== holder) throw codeExpired
      const { site, device, hash, expiresAt } = stored.output
      const email = await secrets.openText('code email', stored.output.email)
      await failures.refuseLocked(email)
      const isCorrect = await secrets.matches(request, code, hash)
      const countAttempt = (before: unknown) => {
        const current = v.safeParse(codeSchema, before)
        if (!current.success) throw codeExpired // a concurrent request has used the code or its last attempt
        const tries = current.output.tries - 1
        return isCorrect || tries < 1 ? undefined : { ...current.output, tries }
      }
      // atomic: of two simultaneous requests with the correct code, one succeeds
      const remaining = await store.update(key, countAttempt, { lifetimeMs: expiresAt - now() })
      if (isCorrect) return { email, site, device }
      await failures.add(email)
      if (!remaining)
        throw new RequestError('INVALID_REQUEST', 'Too many wrong codes. Ask for a new one.', { reason: 'CODE_LOCKED' })
      throw new RequestError('INVALID_REQUEST', 'The code is wrong.', { reason: 'WRONG_CODE' })
    },
  }
}

/** Counts the mails to each address. */
function createMailCount({ store, secrets, now }: Omit<CodesDependencies, 'mailer'>): Codes['countMail'] {
  /** Rejects for {@link COOLDOWN_MS} after a mail could not be sent, so that repeated requests do not cause repeated connections to the mail server. */
  const refuseAfterFailure = async (key: string): Promise<void> => {
    const failedAt = v.parse(v.fallback(v.number(), 0), await store.get(key))
    if (failedAt + COOLDOWN_MS > now()) throw new TooSoonError(secondsOf(failedAt + COOLDOWN_MS - now()))
  }
  return async (email, send, { skipsCooldown = false, isLink = false } = {}) => {
    // separate counters, so that requests for links do not block the codes of registered browsers
    const key = `${isLink ? 'links' : 'mails'}:${await secrets.hash('email', email)}`
    const failedKey = `failed-${key}`
    if (!skipsCooldown) await refuseAfterFailure(failedKey)
    const cooldownMs = skipsCooldown ? 0 : COOLDOWN_MS
    const uncount = await countEvent({ store, now }, key, { max: MAX_MAILS, windowMs: MAIL_WINDOW_MS, cooldownMs })
    try {
      return await send()
    } catch (error) {
      // if the store fails too, the mail stays counted, and the caller gets the error of `send`
      await store
        .set(failedKey, now(), { lifetimeMs: COOLDOWN_MS })
        .then(uncount)
        .catch(() => undefined)
      throw error
    }
  }
}

/** Counts the wrong codes of each address in the last {@link FAILURE_WINDOW_MS}, and locks addresses with too many. */
function createFailures({ store, secrets, now }: Omit<CodesDependencies, 'mailer'>) {
  const keyOf = async (email: string): Promise<string> => `failures:${await secrets.hash('email', email)}`
  const recent = (before: unknown): readonly number[] =>
    v.parse(times, before).filter((at) => at > now() - FAILURE_WINDOW_MS)
  return {
    async refuseLocked(email: string): Promise<void> {
      const failures = recent(await store.get(await keyOf(email)))
      if (failures.length < MAX_FAILURES) return
      const wait = secondsOf((failures[0] ?? 0) + FAILURE_WINDOW_MS - now())
      throw new TooSoonError(wait, 'Too many wrong codes for this address.', 'ADDRESS_LOCKED')
    },
    async add(email: string): Promise<void> {
      const added = (before: unknown) => [...recent(before), now()]
      await store.update(await keyOf(email), added, { lifetimeMs: FAILURE_WINDOW_MS })
    },
  }
}
