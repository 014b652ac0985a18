import * as v from 'valibot'
import { RequestError } from '../../http.js'
import type { Store } from '../../store.js'
import type { Mailer } from '../account-sources.js'
import type { Codes } from '../codes.js'
import { randomToken, type Secrets } from '../secrets.js'
import type { Language } from '../texts/language.js'
import { linkMail } from '../texts/mails.js'
import { createRegisteredDevices, LINK_MS } from './registered-devices.js'

/** Login that the visitor must approve through a link in a mail. `email` is encrypted. */
const attemptSchema = v.object({
  email: v.string(),
  site: v.string(),
  /** Hash of the browser's secret and the email address. */
  device: v.string(),
  browser: v.string(),
  state: v.picklist(['WAITING', 'APPROVED', 'REFUSED']),
  beganAt: v.number(),
  expiresAt: v.number(),
})
type Attempt = v.InferOutput<typeof attemptSchema>

const linkRecord = v.object({
  /** Store key of the attempt. */
  attemptKey: v.string(),
  /** Absent until the visitor has answered. */
  answer: v.optional(v.picklist(['APPROVED', 'REFUSED'])),
})
type Link = v.InferOutput<typeof linkRecord>
/** Link that was sent for an attempt. Earlier versions stored only the key of the attempt. */
const linkSchema = v.union([
  linkRecord,
  v.pipe(
    v.string(),
    v.transform((attemptKey): Link => ({ attemptKey })),
  ),
])

/** Login by email in a browser that is not registered yet. */
export interface DeviceLogin {
  readonly email: string
  readonly site: string
  /** Secret stored in the browser. */
  readonly device: string
  readonly browser: string
  /** Language of the mail and of the link's page. */
  readonly language: Language
  /** Id of an earlier attempt (the result of {@link DeviceLinks.send}), for which a new link is sent. */
  readonly attempt?: string | undefined
}

/** Registration of browsers by a link in a mail. The link's page displays the details of the login. */
export interface DeviceLinks {
  /**
   * Hash of a browser's secret and the address; `undefined` if the browser may not receive codes. A browser may receive codes if it is registered for
   * the address, or if its link was approved in the last {@link LINK_MS}.
   */
  findAdmitted(email: string, device: string): Promise<string | undefined>
  /** Registers a browser by its hash after a correct code. */
  register(device: string): Promise<void>
  /** Removes the registration of a browser. */
  unregister(device: string): Promise<void>
  /** Sends a link. Resolves with the attempt's id, which is not in the link, so that only the requesting browser has it. */
  send(login: DeviceLogin): Promise<string>
  /** Login for which a link was sent. Rejects with `NOT_FOUND` if the link was answered or has expired. */
  read(link: string): Promise<Pick<Attempt, 'email' | 'site' | 'browser' | 'beganAt'>>
  /**
   * Approves or refuses the login of a link. The answer cannot be changed later. Rejects with `NOT_FOUND` if the link was answered differently
   * before, or has expired.
   */
  answer(link: string, isApproved: boolean): Promise<void>
  /**
   * Login that the visitor approved; `null` while the link is unanswered. An answer can be read once. Rejects with `NOT_ALLOWED` if the visitor
   * refused, and with `NOT_FOUND` if the attempt has expired or its answer was read.
   */
  result(attempt: string): Promise<{ readonly email: string; readonly site: string; readonly device: string } | null>
}

interface DeviceLinksDependencies {
  readonly frameOrigin: string
  readonly store: Store
  readonly mailer: Mailer
  readonly codes: Pick<Codes, 'countMail'>
  readonly secrets: Secrets
  readonly now: () => number
}

export function createDeviceLinks(dependencies: DeviceLinksDependencies): DeviceLinks {
  const { store, codes, secrets, now } = dependencies
  const devices = createRegisteredDevices({ store, secrets, now })
  const attempts = createAttempts(dependencies)
  const { attemptKey, linkKey, find, isWaiting, expectWaiting } = attempts
  const sendLink = createLinkSender(dependencies, devices, attempts)
  return {
    findAdmitted: devices.findAdmitted,
    register: devices.register,
    unregister: devices.unregister,
    send: (login) => codes.countMail(login.email, () => sendLink(login), { isLink: true }),
    async read(link) {
      const { email, ...attempt } = expectWaiting(
        await store.get(toLink(await store.get(await linkKey(link))).attemptKey),
      )
      return { ...attempt, email: await secrets.openText('device email', email) }
    },
    async answer(link, isApproved) {
      const state = isApproved ? 'APPROVED' : 'REFUSED'
      const key = await linkKey(link)
      // Each answer is written to the link first, then to the attempt. So if a concurrent request with the same link has answered the attempt, the
      // update below finds its answer in the link.
      const isOpen = isWaiting(await store.get(toLink(await store.get(key)).attemptKey))
      let isRepeated = false // the button was clicked twice
      const withAnswer = (before: unknown) => {
        const found = toLink(before)
        const isInvalid = found.answer === undefined ? !isOpen : found.answer !== state
        if (isInvalid) throw invalidLink()
        isRepeated = found.answer === state
        return { ...found, answer: state }
      }
      const updatedLink = await store.update(key, withAnswer, { lifetimeMs: LINK_MS })
      const withState = (before: unknown) =>
        isRepeated && !isWaiting(before) ? before : { ...expectWaiting(before), state }
      await store.update(updatedLink.attemptKey, withState, { lifetimeMs: LINK_MS })
    },
    async result(attempt) {
      const key = await attemptKey(attempt)
      const { state, site, device, email } = await find(key)
      if (state === 'WAITING') return null
      if ((await store.take(key)) === undefined) throw loginExpired() // a concurrent request has taken the result
      if (state === 'REFUSED')
        throw new RequestError('NOT_ALLOWED', 'This login was refused through the link in the mail.', {
          reason: 'LOGIN_REFUSED',
        })
      await devices.approve(device)
      return { email: await secrets.openText('device email', email), site, device }
    },
  }
}

/** Returns a function that mails a link. */
function createLinkSender(
  { frameOrigin, store, mailer, secrets, now }: Omit<DeviceLinksDependencies, 'codes'>,
  devices: ReturnType<typeof createRegisteredDevices>,
  { attemptKey, linkKey, find }: ReturnType<typeof createAttempts>,
): DeviceLinks['send'] {
  return async ({ email, site, device, browser, language, attempt: earlierId }) => {
    const hash = await devices.hash(email, device)
    const earlier = earlierId === undefined ? undefined : await find(await attemptKey(earlierId)).catch(() => undefined)
    const isSame = earlier?.state === 'WAITING' && earlier.device === hash && earlier.site === site
    const attempt = isSame && earlierId !== undefined ? earlierId : randomToken()
    const [link, sealed, key] = [
      randomToken(),
      await secrets.sealText('device email', email),
      await attemptKey(attempt),
    ]
    const record = { email: sealed, site, device: hash, browser, state: 'WAITING', beganAt: now() } as const
    await store.set(key, { ...record, expiresAt: now() + LINK_MS }, { lifetimeMs: LINK_MS })
    await store.set(await linkKey(link), { attemptKey: key }, { lifetimeMs: LINK_MS })
    const url = `${frameOrigin}/device/${link}?locale=${language}`
    await mailer.send({ to: email, ...linkMail({ link: url, language, site, browser }) })
    return attempt
  }
}

/** Stored attempts, found by their own ids and by the links that were sent for them. */
function createAttempts({ store, secrets, now }: Pick<DeviceLinksDependencies, 'store' | 'secrets' | 'now'>) {
  const linkKey = async (link: string): Promise<string> => `device-link:${await secrets.hash('device link', link)}`
  const parseWaiting = (stored: unknown): Attempt | undefined => {
    const { success, output } = v.safeParse(attemptSchema, stored)
    return success && output.state === 'WAITING' && output.expiresAt > now() ? output : undefined
  }
  return {
    attemptKey: async (attempt: string): Promise<string> => `attempt:${await secrets.hash('attempt', attempt)}`,
    linkKey,
    async find(key: string): Promise<Attempt> {
      const { success, output } = v.safeParse(attemptSchema, await store.get(key))
      if (success && output.expiresAt > now()) return output
      throw loginExpired()
    },
    isWaiting: (stored: unknown): boolean => parseWaiting(stored) !== undefined,
    expectWaiting(stored: unknown): Attempt {
      const attempt = parseWaiting(stored)
      if (attempt) return attempt
      throw invalidLink()
    },
  }
}

function toLink(stored: unknown): Link {
  const { success, output } = v.safeParse(linkSchema, stored)
  if (success) return output
  throw invalidLink()
}

const invalidLink = (): RequestError => new RequestError('NOT_FOUND', 'This link was used before or has expired.')
const loginExpired = (): RequestError =>
  new RequestError('NOT_FOUND', 'The login has expired. Start again.', { reason: 'LOGIN_EXPIRED' })
