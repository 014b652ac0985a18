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

/** A request as a development server forwards it: with `Host` and `Origin` of the page. */
const ask = (method: string, name: string, { cookie = '', body }: { cookie?: string; body?: object } = {}) =>
  fetch(`${sandbox.url}/api/siwx/${name}`, {
    method,
    headers: { 'content-type': 'application/json', origin: sandbox.url, cookie },
    ...(body && { body: JSON.stringify(body) }),
  })
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

async function signIn(caipNetworkId: string, signer = account): Promise<Response> {
  const asked = await ask('POST', 'nonce', { body: {} })
  const message = formatSignInMessage({ ...(await asked.json()), caipNetworkId, address: account.address })
  const signature = await signer.signMessage({ message })
  return ask('POST', 'verify', { cookie: cookiesOf(asked), body: { message, signature } })
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

  test('rejects the signature of another key, and a network that is neither local nor of the site', async () => {
    const other = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 1 })
    expect((await signIn('eip155:31337', other)).status).toBe(401)
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
