// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Asset, Operation } from '@stellar/stellar-base'
import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { siwx } from '@wallet-modal/siwx'
import { createSiwxServer, type SiwxServer } from '@wallet-modal/siwx/server'
import { walletconnect } from '@wallet-modal/walletconnect'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Phone, startPhone } from '../../plugins/walletconnect/src/phone.test.fixtures.js'
import { type RunningRelay, startRelay } from '../e2e/support/relay.js'
import { FEE, readHoldings, type StellarLedger, startStellarLedger } from '../e2e/support/stellar-ledger.js'
import { addressOf, digestOf, signXdr } from '../sites/support/stellar.js'
import networks from '../third-party/stellar/networks.json' with { type: 'json' }
import { stellar } from '../third-party/stellar/src/index.js'
import { stellarFamily } from '../third-party/stellar/src/server.js'

const TESTNET = 'stellar:testnet'
const { privateKey } = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')
const address = addressOf(Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url'))

let signsWith = privateKey
let relay: RunningRelay
let ledger: StellarLedger
let phone: Phone
let modal: WalletModal
let server: SiwxServer
const cookies = new Map<string, string>()

beforeAll(async () => {
  ;[relay, ledger] = await Promise.all([startRelay(), startStellarLedger()])
  const keys = {
    methods: ['stellar_signMessage', 'stellar_signXDR'],
    events: [],
    address: () => address,
    answer: (method: string, { message, xdr }: Record<string, unknown>) =>
      method === 'stellar_signXDR'
        ? { signedXDR: signXdr(String(xdr), address, privateKey) }
        : { signature: sign(null, digestOf(String(message)), signsWith).toString('base64') },
  }
  phone = await startPhone({ relayUrl: relay.url, chains: [TESTNET], more: { stellar: keys } })
})
afterAll(async () => {
  await phone?.close()
  await relay?.stop()
  await ledger?.close()
})

const cookieHeader = (): string => [...cookies].map((one) => one.join('=')).join('; ')

/** Routes the page's requests to the site's server, and keeps cookies as a browser does. */
beforeEach(() => {
  localStorage.clear()
  cookies.clear()
  signsWith = privateKey
  server = createSiwxServer({
    origin: location.origin,
    secrets: ['a secret of a test, long enough for it'],
    networks: networks.filter(({ testnet }) => testnet),
    families: [stellarFamily],
  })
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.startsWith(ledger.url)) return ask(url, init)
    const request = new Request(url, init)
    const headers = { get: (name: string) => (name === 'cookie' ? cookieHeader() : request.headers.get(name)) }
    const requestWithCookies = new Proxy(request, {
      get: (from, key) => (key === 'headers' ? headers : Reflect.get(from, key, from)),
    })
    const response = await server.handle(requestWithCookies)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  })
})
afterEach(async () => {
  await phone.disconnect()
  modal.dispose()
  vi.unstubAllGlobals()
})

function load(): void {
  modal = createWalletModal({
    id: 'outside',
    projectId: 'test',
    prefetch: 'never',
    logLevel: 'silent',
    metadata: { name: 'DesktopModal', url: location.origin },
    networks: networks.filter(({ testnet }) => testnet),
    endpoints: { relay: relay.url },
    plugins: [stellar({ testnetUrl: ledger.url }), walletconnect(), siwx({ required: false })],
  })
}

const output = () => modal.use(siwx) ?? expect.fail('The plugin is off.')
const until = (status: string) => expect.poll(() => output().state.peek().status).toBe(status)

async function pair(): Promise<void> {
  const { pairing, connector } = modal.use(walletconnect) ?? expect.fail('The plugin is off.')
  const connecting = modal.connections.connect(connector.peek() ?? expect.fail('There is no row.'))
  await expect.poll(() => pairing.peek().status).toBe('ready')
  const now = pairing.peek()
  await phone.pair(now.status === 'ready' ? now.uri : '')
  expect(await connecting).toMatchObject({ status: 'connected' })
}

it('a third-party chain family connects over WalletConnect, signs in, and is restored after a reload', async () => {
  load()
  await pair()
  expect(modal.connections.active.peek()).toMatchObject({ namespace: 'stellar', caipNetworkId: TESTNET })
  await until('needed')
  await output().sign()
  const accountId = `${TESTNET}:${address}`
  expect(output().session.peek()).toMatchObject({ accountId })
  expect(await server.readSessions(cookieHeader())).toMatchObject([{ accountId }])
  expect(phone.asked).toEqual([{ method: 'stellar_signMessage', chainId: TESTNET }])

  modal.dispose()
  load()
  await until('signedIn')
  expect(modal.connections.active.peek()?.account.address).toBe(address)
})

it('a third-party chain family rejects a sign-in signature by another key', async () => {
  load()
  await pair()
  await until('needed')
  signsWith = stranger.privateKey
  await output().sign()
  expect([output().state.peek().status, await server.readSessions(cookieHeader())]).toEqual(['needed', []])
})

it('a third-party chain family sends over WalletConnect: the review matches, and the amount arrives', async () => {
  load()
  await pair()
  const receiver = addressOf(randomBytes(32))
  ledger.fund(address, { native: 50_000_000n })
  ledger.fund(receiver, { native: 10_000_000n })
  const connection = modal.connections.active.peek() ?? expect.fail('There is no connection.')
  const [network = expect.fail('There is no network.')] = modal.networks.peek()
  const { transactions = expect.fail('It sends nothing.') } = connection.adapter
  const operation = Operation.payment({ destination: receiver, amount: '1.0000003', asset: Asset.native() })
  const calls = [{ operation: operation.toXDR('base64') }]
  const summarize = () => ({ type: 'contractCall', target: receiver, title: 'Payment' }) as const
  const request = { connection, network, calls, summarize }
  const prepared = await transactions.prepare(request, AbortSignal.timeout(10_000))
  const moved = { type: 'transfer', from: address, to: receiver, amount: 10_000_003n }
  expect(prepared.review.actions).toMatchObject([{ ...moved, assetId: `${TESTNET}/slip44:148` }])
  const outcome = await prepared.submit()
  expect(outcome).toMatchObject({ status: 'sent', sent: { hash: ledger.hashes.at(-1) } })
  if (outcome.status !== 'sent') return
  expect(phone.asked.at(-1)).toEqual({ method: 'stellar_signXDR', chainId: TESTNET })
  expect(await transactions.status(outcome.sent, AbortSignal.timeout(10_000))).toBe('confirmed')
  expect(await readHoldings(ledger.url, receiver)).toEqual({ native: 20_000_003n })
  expect(await readHoldings(ledger.url, address)).toEqual({ native: 50_000_000n - 10_000_003n - FEE })
})

it('if a third-party chain family cannot decode an operation, the review shows an unknown action with the name of the operation', async () => {
  load()
  await pair()
  ledger.fund(address, { native: 50_000_000n })
  const connection = modal.connections.active.peek() ?? expect.fail('There is no connection.')
  const [network = expect.fail('There is no network.')] = modal.networks.peek()
  const { transactions = expect.fail('It sends nothing.') } = connection.adapter
  const operation = Operation.setOptions({ homeDomain: 'desk.example' })
  const calls = [{ operation: operation.toXDR('base64') }]
  const summarize = () => ({ type: 'contractCall', target: address, title: 'Options' }) as const
  const { review } = await transactions.prepare({ connection, network, calls, summarize }, AbortSignal.timeout(10_000))
  expect(review.actions).toEqual([{ type: 'unknown', target: address, call: 'setOptions' }])
})
