import { ed25519, ed25519_FROST } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { accountsRoutes } from '../routes.js'
import {
  beginKey as beginKeyAt,
  evmAddress,
  gateway,
  makeKey as makeKeyAt,
  message,
  newCommitments,
  newSigning,
  prove,
  sign as signAt,
} from './solana-frame.test.fixtures.js'

const SITE = 'https://shop.example'
const FRAME = 'https://wallet.example'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const codeReply = v.object({ request: v.string() })
const loginReply = v.object({ session: v.string() })

/** A gateway to which tests send requests as the frame does. */
function fresh() {
  const mails: string[] = []
  const calls: unknown[] = []
  const store = memoryStore()
  const app = accountsRoutes({
    frameOrigin: FRAME,
    allowedOrigins: [SITE],
    encryptionKey: new Uint8Array(32).fill(7),
    store,
    mailer: { send: async ({ subject }) => void mails.push(subject) },
    chains: [],
    solanaChains: [
      {
        caipNetworkId: SOLANA,
        name: 'Devnet',
        request: async (method, params) => {
          calls.push([method, params])
          return { value: 5000 }
        },
      },
    ],
    frameFiles: async () => new Map(),
  })
  const ask = async (method: string, path: string, session?: string, body?: unknown) => {
    const response = await app.request(`/accounts/${path}`, {
      method,
      headers: { origin: FRAME, ...(session && { authorization: `Bearer ${session}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const logIn = async (email: string, key = true) => {
    const { request } = v.parse(codeReply, (await ask('POST', 'email/code', undefined, { email, site: SITE })).body)
    const code = mails.at(-1)?.slice(0, 6)
    const { session } = v.parse(loginReply, (await ask('POST', 'email/verify', undefined, { request, code })).body)
    if (key)
      await ask('PUT', 'key', session, { address: evmAddress, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) })
    return session
  }
  return { ask, logIn, store, calls }
}

let server: ReturnType<typeof fresh>
beforeEach(() => {
  server = fresh()
})

const beginKey = (session: string) => beginKeyAt(server.ask, session)
const makeKey = (session: string) => makeKeyAt(server.ask, session)
const sign = (session: string, made: Awaited<ReturnType<typeof makeKey>>) => signAt(server.ask, session, made)

describe('Solana accounts of the embedded wallet', () => {
  it('have a key that frame and gateway generate together, and with which they sign together', async () => {
    const session = await server.logIn('one@shop.example')
    expect((await server.ask('GET', 'me', session)).body).toMatchObject({
      solana: { chains: [{ caipNetworkId: SOLANA, name: 'Devnet' }], publicKey: null },
    })
    const made = await makeKey(session)
    expect((await server.ask('GET', 'me', session)).body).toMatchObject({ solana: { publicKey: made.publicKey } })
    const first = await sign(session, made)
    const second = await sign(session, made)
    for (const { signature } of [first, second])
      expect(ed25519.verify(signature ?? new Uint8Array(), message, hexToBytes(made.publicKey))).toBe(true)
    expect(first.nonces).not.toEqual(second.nonces)
    expect((await server.ask('GET', 'solana/key', session)).body).toEqual({
      publicKey: made.publicKey,
      frameShare: made.request.frameShare,
    })
  })

  it('F8: the gateway’s share, and the values from which it is computed, are not stored unencrypted', async () => {
    const session = await server.logIn('one@shop.example')
    const begun = await beginKey(session)
    const dump = async () =>
      JSON.stringify(await Promise.all((await server.store.keys('')).map((key) => server.store.get(key))))
    expect(await dump()).not.toContain(begun.request.signingShare)
    await server.ask('PUT', 'solana/key', session, begun.request)
    const share = ed25519_FROST.utils.Fn.fromBytes(begun.key.secret.signingShare)
    const stored = await dump()
    expect(stored).not.toContain(bytesToHex(begun.key.secret.signingShare))
    expect(stored).not.toContain(share.toString(16))
    expect(stored).not.toContain('signingShare')
  })

  it('are created once, with a proof of the EVM key, in the session that began the key', async () => {
    const session = await server.logIn('one@shop.example')
    const put = async (more: object, by = session) =>
      (await server.ask('PUT', 'solana/key', by, { ...(await beginKey(session)).request, ...more })).status
    const strangers = prove(session, ['aa', 'bb'], secp256k1.utils.randomSecretKey())
    expect(await put({ proof: strangers })).toBe(403)
    const other = await server.logIn('two@shop.example')
    const { request } = await beginKey(session)
    const foreign = { ...request, proof: prove(other, [request.publicKey, request.frameShare]) }
    expect((await server.ask('PUT', 'solana/key', other, foreign)).status).toBe(404)
    // the failed request deleted the unfinished key, so that the session that began the key cannot finish it either
    expect((await server.ask('PUT', 'solana/key', session, request)).status).toBe(404)
    // if two keys are begun, the one that is finished first is stored
    const late = await beginKey(session)
    const made = await makeKey(session)
    expect((await server.ask('PUT', 'solana/key', session, late.request)).status).toBe(409)
    expect((await server.ask('GET', 'solana/key', session)).body).toMatchObject({ publicKey: made.publicKey })
  })

  it('are not begun without an EVM key; if a Solana key exists, the request is rejected and stores nothing', async () => {
    const begin = async (session: string) =>
      (await server.ask('POST', 'solana/key/begin', session, newCommitments())).status
    expect(await begin(await server.logIn('three@shop.example', false))).toBe(404)
    const session = await server.logIn('one@shop.example')
    expect(await begin(session)).toBe(200)
    await makeKey(session)
    const before = (await server.store.keys('')).length
    expect(await begin(session)).toBe(409)
    expect(await server.store.keys('')).toHaveLength(before)
  })

  it('reject commitments of another signer, since a proof of knowledge is bound to one signer', async () => {
    const session = await server.logIn('one@shop.example')
    // the frame sends commitments for the gateway's identifier as its own: if accepted, one side would know the whole key
    const { public: round1 } = ed25519_FROST.DKG.round1(gateway, { min: 2, max: 2 })
    const proofOfKnowledge = bytesToHex(round1.proofOfKnowledge)
    const mirrored = { commitment: round1.commitment.map(bytesToHex), proofOfKnowledge }
    expect((await server.ask('POST', 'solana/key/begin', session, mirrored)).status).toBe(400)
  })

  it('reject a signing share that does not match the commitments, and invalid curve points', async () => {
    const session = await server.logIn('one@shop.example')
    const { request } = await beginKey(session)
    expect((await server.ask('PUT', 'solana/key', session, { ...request, signingShare: '01'.repeat(32) })).status).toBe(
      400,
    )
    const junk = { commitment: ['ff'.repeat(32), 'ff'.repeat(32)], proofOfKnowledge: '00'.repeat(64) }
    expect((await server.ask('POST', 'solana/key/begin', session, junk)).status).toBe(400)
    await makeKey(session)
    const zero = { message: '00', nonces: { hiding: '00'.repeat(32), binding: 'ff'.repeat(32) } }
    expect((await server.ask('POST', 'solana/sign', session, zero)).status).toBe(400)
  })

  it('are not stored under another public key than that of the shares, even with a proof for it', async () => {
    const session = await server.logIn('one@shop.example')
    const { request } = await beginKey(session)
    const { publicKey } = await beginKey(session)
    const proof = prove(session, [publicKey, request.frameShare])
    expect((await server.ask('PUT', 'solana/key', session, { ...request, publicKey, proof })).status).toBe(400)
    expect((await server.ask('GET', 'solana/key', session)).status).toBe(404)
  })

  it('sign no message above the limit of 16,384 bytes', async () => {
    const session = await server.logIn('one@shop.example')
    const { key } = await makeKey(session)
    const { nonces } = newSigning(key.secret).body
    const signs = async (bytes: number) =>
      (await server.ask('POST', 'solana/sign', session, { message: 'ab'.repeat(bytes), nonces })).status
    expect([await signs(16_384), await signs(16_385)]).toEqual([200, 400])
  })

  it('sign nothing after the session has ended', async () => {
    const session = await server.logIn('one@shop.example')
    const made = await makeKey(session)
    await server.ask('POST', 'sign-out', session, {})
    expect((await sign(session, made)).status).toBe(401)
  })

  it('forward only allowed RPC methods, and only to configured networks', async () => {
    const session = await server.logIn('one@shop.example')
    const rpc = (method: string, caipNetworkId = SOLANA) =>
      server.ask('POST', 'solana/rpc', session, { caipNetworkId, method, params: ['AA=='] })
    expect((await rpc('getFeeForMessage')).body).toEqual({ result: { value: 5000 } })
    expect((await rpc('requestAirdrop')).status).toBe(403)
    expect((await rpc('getFeeForMessage', 'solana:mainnet')).status).toBe(404)
    const body = { caipNetworkId: SOLANA, method: 'getFeeForMessage', params: [] }
    expect((await server.ask('POST', 'solana/rpc', undefined, body)).status).toBe(401)
    expect(server.calls).toEqual([['getFeeForMessage', ['AA==']]])
  })
})
