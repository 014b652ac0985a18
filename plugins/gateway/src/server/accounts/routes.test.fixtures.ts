import { memoryStore } from '../store.js'
import { accountsRoutes } from './routes.js'

export const SITE = 'https://shop.example'
export const FRAME = 'https://wallet.example'
export const EMAIL = 'visitor@shop.example'

export const SMART_ACCOUNT = `0x${'5a'.repeat(20)}`

export interface Failure {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly reason?: string
    readonly retryInSeconds?: number
  }
}

/** A gateway with a clock that tests can advance. */
export function createTestGateway(more: Partial<Parameters<typeof accountsRoutes>[0]> = {}) {
  const clock = { now: Date.now() }
  const mails: { readonly to: string; readonly subject: string }[] = []
  const store = memoryStore()
  const app = accountsRoutes({
    frameOrigin: FRAME,
    allowedOrigins: [SITE],
    encryptionKey: new Uint8Array(32).fill(7),
    store,
    mailer: { send: async (mail) => void mails.push(mail) },
    chains: [],
    frameFiles: async () => new Map(),
    now: () => clock.now,
    ...more,
  })
  const post = async (path: string, body: unknown, session?: string) => {
    const response = await app.request(`/accounts/${path}`, {
      method: path === 'key' ? 'PUT' : 'POST',
      headers: { origin: FRAME, ...(session && { authorization: `Bearer ${session}` }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
  const send = (email = EMAIL) => post('email/code', { email, site: SITE })
  const requestOf = async (email = EMAIL) => ((await send(email)).body as { readonly request: string }).request
  const codeOf = () => mails.at(-1)?.subject.slice(0, 6) ?? ''
  const wrong = () => (codeOf() === '000000' ? '000001' : '000000')
  const verify = (request: string, code: string) => post('email/verify', { request, code })
  const logIn = async (email = EMAIL) => {
    const request = await requestOf(email)
    return ((await verify(request, codeOf())).body as { readonly session: string }).session
  }
  const get = async (path: string, session: string) =>
    (
      await app.request(`/accounts/${path}`, { headers: { origin: FRAME, authorization: `Bearer ${session}` } })
    ).json() as Promise<unknown>
  return { clock, mails, store, app, post, send, requestOf, codeOf, wrong, verify, logIn, get }
}
