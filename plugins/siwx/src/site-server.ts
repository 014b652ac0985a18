import {
  type Context,
  endpoints,
  isWalletModalError,
  type ReadonlySignal,
  readWith,
  type SignInRequest,
  signal,
  type WalletModalError,
} from '@wallet-modal/kernel'
import type { DeviceSession, SignInSession } from './contract.js'
import { badEndpoint } from './errors.js'
import type { SiwxOptions } from './options.js'
import { ownPath } from './own-path.js'
import { REFUSAL_HEADER } from './refusal-header.js'

/** Fields of the message to sign, as set by the server. The page adds the address and the network. */
export type Challenge = SignInRequest

/** Client of the site's own server. The server stores sessions in cookies, which all requests contain. The page stores no session. */
export interface SiteServer {
  /** Requests a challenge with a new nonce. */
  challenge(): Promise<Challenge>
  /** Submits a signed message, and resolves with the new session. Rejects if the server refuses the message or the signature. */
  verify(message: string, signature: string): Promise<SignInSession>
  /** Valid sessions of this browser. */
  sessions(): Promise<readonly SignInSession[]>
  /** Signs out these accounts; without a list, all accounts of this browser. */
  signOut(accountIds?: readonly string[]): Promise<void>
  /** Whether the server stores sessions. Only then can `devices` list them. False before the first reply to `sessions`. */
  readonly isStored: ReadonlySignal<boolean>
  /** Sessions of the visitor's browsers. */
  devices(): Promise<readonly DeviceSession[]>
  /** Ends these sessions; without ids, all sessions that `devices` lists and all sessions of this browser. */
  endDevices(ids?: readonly string[]): Promise<void>
  /**
   * Estimated current time of the server, because a visitor's clock may be hours off. Computed from the last reply to `verify` or `sessions`. Before
   * the first reply, the time of the visitor's clock.
   */
  now(): number
}

const text = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value
  throw new Error('a string is missing or empty')
}
const time = (value: unknown): string => {
  if (Number.isNaN(Date.parse(text(value)))) throw new Error('a time is invalid')
  return text(value)
}

const toSession = (value: unknown): SignInSession => {
  const { accountId, signedInAt, expiresAt } = Object(value)
  return { accountId: text(accountId), signedInAt: time(signedInAt), expiresAt: time(expiresAt) }
}
const session = readWith((value) => toSession(Object(value).session))
const sessions = readWith((value) => {
  const { sessions: list, now, isStored }: { readonly [key: string]: unknown } = Object(value)
  if (!Array.isArray(list)) throw new Error('"sessions" is missing')
  return { list: list.map(toSession), now: now === undefined ? undefined : time(now), isStored: isStored === true }
})
const toDevice = (value: unknown): DeviceSession => {
  const { id, accountId, createdAt, lastSeenAt, expiresAt, label, isCurrent }: { readonly [key: string]: unknown } =
    Object(value)
  return {
    id: text(id),
    accountId: text(accountId),
    createdAt: time(createdAt),
    lastSeenAt: time(lastSeenAt),
    expiresAt: time(expiresAt),
    label: typeof label === 'string' ? label : '',
    isCurrent: isCurrent === true,
  }
}
const devices = readWith((value) => {
  const { sessions: list }: { readonly [key: string]: unknown } = Object(value)
  if (!Array.isArray(list)) throw new Error('"sessions" is missing')
  return list.map(toDevice)
})
const challenge = readWith((value): Challenge => {
  const { domain, uri, nonce, issuedAt, expirationTime, statement, resources } = Object(value)
  return {
    domain: text(domain),
    uri: text(uri),
    nonce: text(nonce),
    issuedAt: time(issuedAt),
    expirationTime: time(expirationTime),
    ...(statement !== undefined && { statement: text(statement) }),
    ...(Array.isArray(resources) && { resources: resources.map(text) }),
  }
})
const noContent = readWith(() => undefined)

/** Whether the reply is that of a site without a sign-in server: not found, method not allowed, or an HTML page. */
const isMissingServer = ({ code, status }: WalletModalError): boolean =>
  status === 404 || status === 405 || code === 'INVALID_DATA'

/** Message for the site's developers; `undefined` if the error is not caused by the site's set-up. */
function setupMistake(error: WalletModalError, endpoint: string): string | undefined {
  if (isMissingServer(error))
    return `${endpoint} is not answered by createSiwxServer() of @wallet-modal/siwx/server. Mount the server at this path. (${error.message})`
  const refusal = error.cause instanceof Response ? error.cause.headers.get(REFUSAL_HEADER) : null
  if (refusal === 'WRONG_ORIGIN')
    return `${endpoint} refuses requests from pages of ${location.origin}. The "origin" of createSiwxServer() has to be the address at which the site is opened.`
  if (refusal === 'UNKNOWN_NETWORK')
    return `${endpoint} does not support sign-in on the active network. Add the network to the "networks" of createSiwxServer(). In development, also add the networks of the sandbox.`
  return undefined
}

/** Throws `INVALID_OPTIONS` if the endpoint is not a path on this site. Checked here because production builds do not validate options. */
export function createSiteServer(ctx: Context, { endpoint = '/api/siwx' }: SiwxOptions): SiteServer {
  if (!ownPath.test(endpoint)) throw badEndpoint(endpoint)
  // overrides `endpoints.siwx` of the site's configuration: sessions are cookies of the page's own origin
  ctx.add(endpoints, { service: 'siwx', url: new URL(endpoint, location.origin).href }, { order: 1 })
  const api = ctx.api.service('siwx')
  const isStored = signal(false)
  let clockOffsetMs = 0
  const setClock = (now: string | undefined): void => {
    if (now !== undefined) clockOffsetMs = Date.parse(now) - Date.now()
  }
  /** Logs mistakes in the site's set-up for its developers. Visitors see only that the sign-in failed. */
  const withSetupLog = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } catch (error) {
      const mistake = isWalletModalError(error) && setupMistake(error, endpoint)
      if (mistake) ctx.log.error(mistake)
      throw error
    }
  }
  return {
    challenge: () => withSetupLog(api.post('/nonce', {}, { schema: challenge, withCookies: true })),
    async verify(message, signature) {
      const request = api.post('/verify', { message, signature }, { schema: session, withCookies: true })
      const newSession = await withSetupLog(request)
      setClock(newSession.signedInAt)
      return newSession
    },
    async sessions() {
      const answer = await withSetupLog(api.get('/session', { schema: sessions, withCookies: true }))
      setClock(answer.now)
      isStored.value = answer.isStored
      return answer.list
    },
    signOut: (accountIds) =>
      withSetupLog(api.post('/sign-out', { accountIds }, { schema: noContent, withCookies: true })),
    isStored,
    devices: () => withSetupLog(api.get('/sessions', { schema: devices, withCookies: true })),
    endDevices: (sessionIds) => {
      const body = sessionIds ? { sessionIds } : { everywhere: true }
      return withSetupLog(api.post('/sign-out', body, { schema: noContent, withCookies: true }))
    },
    now: () => Date.now() + clockOffsetMs,
  }
}
