/// <reference types="node" />

import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { SignInMessage } from '../contract.js'
import { formatSignInMessage } from '../message.js'
import type { SiwxServerOptions } from './options.js'
import { createSiwxServer, type SiwxServer } from './siwx-server.js'

export const origin = 'https://shop.example'
export const secrets = ['a secret of a test, long enough for it']
export const networks = [{ caipNetworkId: 'eip155:31337' }]
// the published development keys of local chains
export const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
export const other = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
export const accountId = `eip155:31337:${account.address}`

type Challenge = Omit<SignInMessage, 'address' | 'caipNetworkId'>

/** Browser as the server sees it: stores cookies and sends them with each request. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly server: SiwxServer
  readonly #origin: string
  constructor(options: Partial<SiwxServerOptions> = {}) {
    this.#origin = String(options.origin ?? origin)
    this.server = createSiwxServer({ origin, secrets, networks, ...options })
  }
  get cookieHeader(): string {
    return [...this.cookies].map((entry) => entry.join('=')).join('; ')
  }
  async ask(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await this.server.handle(
      new Request(`http://10.0.0.7:3000/api/siwx/${path}?st=wallet-modal`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie: this.cookieHeader, 'content-type': 'application/json', origin: this.#origin, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    this.take(response)
    return response
  }
  /** Stores and deletes cookies as the response says. */
  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      if (/Max-Age=0\b/.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
  async challenge(): Promise<Challenge> {
    return (await this.ask('nonce', {})).json()
  }
  async signed(change: Partial<SignInMessage> = {}): Promise<{ message: string; signature: string }> {
    const data = { ...(await this.challenge()), address: account.address, caipNetworkId: 'eip155:31337', ...change }
    const message = formatSignInMessage(data)
    return { message, signature: await account.signMessage({ message }) }
  }
  async codeOf(body: unknown): Promise<string> {
    const response = await this.ask('verify', body)
    const { error } = await response.json()
    if (response.ok) return 'signed in'
    expect(response.headers.get('siwx-refusal')).toBe(error.code)
    return error.code
  }
  async sessions(): Promise<readonly string[]> {
    const { sessions } = await (await this.ask('session')).json()
    return sessions.map((one: { accountId: string }) => one.accountId)
  }
}
