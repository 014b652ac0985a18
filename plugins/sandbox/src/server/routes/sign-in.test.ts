import { formatSignInMessage } from '@wallet-modal/siwx/server'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start.js'

const account = mnemonicToAccount('test test test test test test test test test test test junk')
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, signInNetworks: ['eip155:10'] })
})
afterAll(() => sandbox?.stop())

interface Ask {
  readonly cookie?: string
  readonly body?: object
  /** Origin of the page. Default: that of the sandbox. */
  readonly origin?: string
}

/** A request as a development server forwards it: with the page's `Host`, and `Origin` or `Referer` as a browser sends them. */
const ask = (method: string, name: string, { cookie = '', body, origin = sandbox.url }: Ask = {}) =>
  fetch(`${sandbox.url}/api/siwx/${name}`, {
    method,
    headers: {
      'content-type': 'application/json',
      cookie,
      ...(method === 'GET' ? { referer: `${origin}/` } : { origin }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

async function signIn(
  caipNetworkId: string,
  { signer = account, ...from }: Pick<Ask, 'origin'> & { signer?: typeof account } = {},
) {
  const asked = await ask('POST', 'nonce', { body: {}, ...from })
  const message = formatSignInMessage({ ...(await asked.json()), caipNetworkId, address: account.address })
  const signature = await signer.signMessage({ message })
  return ask('POST', 'verify', { cookie: cookiesOf(asked), body: { message, signature }, ...from })
}

describe('the sign-in server for sites without a sign-in server', () => {
  test('accepts a signature of the account, for a local network and for an additional network of the site', async () => {
    for (const caipNetworkId of ['eip155:31337', 'eip155:10']) {
      const answer = await signIn(caipNetworkId)
      expect(await answer.json()).toMatchObject({ session: { accountId: `${caipNetworkId}:${account.address}` } })
      const sessions = await (await ask('GET', 'session', { cookie: cookiesOf(answer) })).json()
      expect(sessions).toMatchObject({ sessions: [{ accountId: `${caipNetworkId}:${account.address}` }] })
    }
  })

  test('finds the session of a page with https, whose GET requests have no Origin', async () => {
    const from = { origin: sandbox.url.replace('http:', 'https:') }
    const cookie = cookiesOf(await signIn('eip155:31337', from))
    expect(cookie).toContain('__Host-')
    expect(await (await ask('GET', 'session', { cookie, ...from })).json()).toMatchObject({ sessions: [{}] })
  })

  test('rejects the signature of another key, and a network that is neither local nor of the site', async () => {
    const other = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 1 })
    expect((await signIn('eip155:31337', { signer: other })).status).toBe(401)
    expect((await signIn('eip155:1')).ok).toBe(false)
  })

  test('a reset of the sandbox ends all sessions', async () => {
    const cookie = cookiesOf(await signIn('eip155:31337'))
    const sessions = async () => (await ask('GET', 'session', { cookie })).json()
    expect(await sessions()).toMatchObject({ sessions: [{}] })
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    await fetch(`${sandbox.url}/sandbox/reset`, body)
    expect(await sessions()).toMatchObject({ sessions: [] })
    expect((await signIn('eip155:31337')).ok).toBe(true)
  })

  test('a page of another origin gets no nonce', async () => {
    const answer = await fetch(`${sandbox.url}/api/siwx/nonce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:5173' },
      body: '{}',
    })
    expect(answer.status).toBe(403)
  })
})
