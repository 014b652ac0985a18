import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { frameOrigin } from './support/email-site.js'
import { createSandbox } from './support/shared-sandbox.js'

/** The tests send the phones' answers directly to the sandbox's relay, because a dishonest relay could forward any answer. */
const sandbox = createSandbox({})

const SITE = 'http://localhost:5000'
const mnemonic = 'test test test test test test test test test test test junk'
/** Custody address of the Farcaster id 1. */
const ann = mnemonicToAccount(mnemonic, { addressIndex: 0 })
const stranger = privateKeyToAccount(generatePrivateKey())

type Reply = Readonly<Record<string, unknown>>

interface Call {
  readonly body?: unknown
  /** Token of the relay's channel. */
  readonly token?: string
  /** Value of the `host` header. */
  readonly host?: string
}

const call = (path: string, { body, token, host }: Call): Promise<{ status: number; body: Reply }> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(host !== undefined && { host }),
    }
    const sent = request(
      `${sandbox.url}${path}`,
      { method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        text(response).then((reply) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(reply) }), reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const gateway = (path: string, body: unknown) =>
  call(`/accounts/farcaster/${path}`, { body, host: new URL(frameOrigin(sandbox.url)).host })
const relay = (path: string, token: string, body?: unknown) => call(`/farcaster/v1/channel/${path}`, { body, token })

interface Login {
  /** Secret with which the frame requests the result. */
  readonly secret: string
  readonly token: string
  readonly nonce: string
}

async function begin(): Promise<Login> {
  const { body } = await gateway('begin', { site: SITE })
  const token = new URL(String(body.url)).searchParams.get('channelToken') ?? ''
  const { body: channel } = await relay('status', token)
  return { secret: String(body.request), token, nonce: String(channel.nonce) }
}

const messageOf = (nonce: string, more: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string =>
  createSiweMessage({
    address: ann.address,
    chainId: 10,
    domain: new URL(SITE).host,
    nonce,
    resources: ['farcaster://fid/1'],
    statement: 'Farcaster Auth',
    uri: SITE,
    version: '1',
    ...more,
  })

/** Sends an answer of the phone to the relay, and resolves with the gateway's result. */
async function answer(
  { secret, token }: Login,
  message: string,
  signer: { signMessage: typeof ann.signMessage } = ann,
) {
  const signature = await signer.signMessage({ message })
  const sent = await relay('authenticate', token, { message, signature, fid: 1, authMethod: 'custody' })
  expect(sent.status).toBe(201)
  return gateway('result', { request: secret })
}

const notAllowed = { status: 403, body: { error: { code: 'NOT_ALLOWED' } } }

it('a login succeeds with a signature of the custody address, and its result is returned once', async () => {
  const login = await begin()
  expect(await gateway('result', { request: login.secret })).toMatchObject({ status: 200, body: { session: null } })
  expect(await answer(login, messageOf(login.nonce))).toMatchObject({
    status: 200,
    body: { session: expect.stringMatching(/^[\da-f]{64}$/) },
  })
  expect(await gateway('result', { request: login.secret })).toMatchObject({ status: 404 })
})

it('a login is rejected if the signature is not of the address in the message', async () => {
  const login = await begin()
  expect(await answer(login, messageOf(login.nonce), stranger)).toMatchObject(notAllowed)
})

it('a login is rejected if the message was signed for another login (replay)', async () => {
  const [first, second] = [await begin(), await begin()]
  expect(await answer(second, messageOf(first.nonce))).toMatchObject(notAllowed)
})

it('a login is rejected if the message was signed for another site', async () => {
  const login = await begin()
  const message = messageOf(login.nonce, { domain: 'other.example', uri: 'https://other.example' })
  expect(await answer(login, message)).toMatchObject(notAllowed)
})

it('a login is rejected if the message has expired', async () => {
  const login = await begin()
  const message = messageOf(login.nonce, { expirationTime: new Date(Date.now() - 60_000) })
  expect(await answer(login, message)).toMatchObject(notAllowed)
})

it('a login is rejected if the signer’s address does not own the Farcaster id', async () => {
  const login = await begin()
  const message = messageOf(login.nonce, { address: stranger.address })
  expect(await answer(login, message, stranger)).toMatchObject(notAllowed)
  const other = await begin()
  const named = messageOf(other.nonce, { resources: ['farcaster://fid/2'] })
  expect(await answer(other, named)).toMatchObject(notAllowed)
})
